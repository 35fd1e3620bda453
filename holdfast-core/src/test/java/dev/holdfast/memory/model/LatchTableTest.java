package dev.holdfast.memory.model;

import static dev.holdfast.memory.model.Desk.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchAnswer.Applied;
import dev.holdfast.spi.LatchAnswer.Gone;
import dev.holdfast.spi.LatchAnswer.Other;
import dev.holdfast.spi.LatchRequest.Await;
import dev.holdfast.spi.LatchRequest.CountDown;
import dev.holdfast.spi.LatchRequest.Delete;
import dev.holdfast.spi.LatchRequest.Look;
import dev.holdfast.spi.LatchRequest.SetCount;
import dev.holdfast.spi.LatchState;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Token;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Rounds over time, and sessions that end. What any store does stands in the contract. */
class LatchTableTest {

  private static final ResourceId LATCH = new ResourceId(ResourceKind.LATCH, "k");
  private static final Duration DAY = Duration.ofDays(1);

  private final Desk desk = new Desk();
  private int begun;

  private static RequestId id(String text) {
    return new RequestId(text);
  }

  private LatchAnswer set(String session, String id, long round, long count) {
    return desk.space.latch(
        desk.now(), session, desk.seen, new SetCount(id(id), LATCH, round, count));
  }

  private LatchAnswer count(String session, String id, long round) {
    return desk.space.latch(desk.now(), session, 0, new CountDown(id(id), LATCH, round));
  }

  private LatchAnswer await(String session, String id) {
    return desk.space.latch(desk.now(), session, 0, new Await(id(id), LATCH));
  }

  private LatchState look(String session) {
    return state(desk.space.latch(desk.now(), session, 0, new Look(id("look"), LATCH)));
  }

  private static LatchState state(LatchAnswer answer) {
    assertThat(answer).isInstanceOf(Applied.class);
    return ((Applied) answer).state();
  }

  private long begin(long count) {
    begun++;
    return state(set("a", "set-" + begun, look("a").round(), count)).round();
  }

  @Test
  void openRound_staysForEver_withoutAnySession() {
    desk.open("a");
    long round = begin(2);
    desk.pass(DAY.multipliedBy(400));
    desk.open("b");
    assertThat(look("b")).isEqualTo(new LatchState(round, round, 2));
    assertThat(desk.space.openLatches()).containsExactly(LATCH);
  }

  @Test
  void endedRound_isRememberedForADay_fromItsEnd() {
    desk.open("a");
    long round = begin(1);
    desk.pass(DAY);
    desk.open("b");
    count("b", "c1", round);
    desk.pass(DAY.minusMillis(1));
    desk.open("c");
    assertThat(look("c")).isEqualTo(new LatchState(round, round, 0));
    desk.pass(Duration.ofMillis(1));
    assertThat(look("c")).isEqualTo(LatchState.NONE);
    assertThat(desk.space.openLatches()).isEmpty();
  }

  @Test
  void nextRound_isNotForgottenWithTheOneBefore() {
    desk.open("a");
    count("a", "c1", begin(1));
    desk.pass(Duration.ofMillis(1));
    long second = begin(1);
    desk.pass(DAY.multipliedBy(2));
    desk.open("b");
    assertThat(look("b").round()).isEqualTo(second);
    assertThat(look("b").count()).isEqualTo(1);
  }

  @Test
  void roundsNumber_isTheClock_orOneMoreThanAnythingSeen() {
    desk.open("a");
    long first = begin(0);
    assertThat(first).isEqualTo(desk.wallMillis * 1_000);
    desk.seen = first + 500;
    assertThat(begin(0)).isEqualTo(first + 501);
    desk.seen = 0;
    assertThat(Desk.sequence(desk.ask("a", "r1"))).isEqualTo(first + 502);
  }

  @Test
  void numbersUsedUp_changeNothing() {
    desk.open("a");
    desk.seen = Token.SEQUENCE_MAX;
    assertThatThrownBy(() -> begin(1)).isInstanceOf(IllegalStateException.class);
    assertThat(look("a")).isEqualTo(LatchState.NONE);
  }

  @Test
  void sessionThatEnds_isNotTold_andAwaitsNoMore() {
    desk.open("a", "b");
    long round = begin(1);
    await("b", "w1");
    desk.pass(TTL.minusMillis(1));
    desk.renew("a");
    desk.pass(Duration.ofMillis(1));
    assertThat(desk.space.awaiting(desk.now(), LATCH)).isZero();
    assertThat(await("b", "w1")).isEqualTo(new Gone());
    count("a", "c1", round);
    assertThat(desk.heard).isEmpty();
  }

  @Test
  void sameRequestOfAnotherSession_takesItsPlace() {
    desk.open("a", "b", "c");
    long round = begin(1);
    await("b", "w1");
    await("c", "w1");
    desk.space.close(desk.now(), "b");
    count("a", "c1", round);
    assertThat(desk.heard).containsExactly("c: COUNTED_DOWN w1");
  }

  @Test
  void deletion_tells_andLeavesNothing() {
    desk.open("a", "b");
    long round = begin(1);
    await("b", "w1");
    assertThat(desk.space.latch(desk.now(), "a", 0, new Delete(id("d1"), LATCH, round)))
        .isEqualTo(new Applied(LatchState.NONE));
    assertThat(desk.space.latch(desk.now(), "a", 0, new Delete(id("d1"), LATCH, round)))
        .isEqualTo(new Other(LatchState.NONE));
    assertThat(desk.heard).containsExactly("b: DELETED w1");
    assertThat(desk.space.openLatches()).isEmpty();
  }
}
