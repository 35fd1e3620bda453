package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.LatchVisit.applied;
import static dev.holdfast.tck.arena.LatchVisit.other;
import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.LatchState;
import dev.holdfast.spi.LatchState.Standing;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestId;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.LatchVisit;
import dev.holdfast.tck.arena.SessionLog.Event.LatchEnded;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Latches as a store keeps them: rounds, count-downs, and who is told. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class LatchContract {

  private final Arena arena;
  private final Visitor visitor;
  private final LatchVisit latch;

  LatchContract(Arena arena) {
    this.arena = arena;
    this.visitor = arena.visitor();
    this.latch = visitor.latch();
  }

  private void finish(long round) {
    while (latch.look().count() > 0) {
      latch.countsIn(round);
    }
  }

  @Test
  void neverSet_isNothing_andLookingLeavesNothing() {
    assertThat(latch.look()).isEqualTo(LatchState.NONE);
    assertThat(latch.awaits(latch.freshId())).isEqualTo(LatchState.NONE);
    assertThat(other(latch.counts(latch.freshId(), 7))).isEqualTo(LatchState.NONE);
    assertThat(other(latch.deletes(7))).isEqualTo(LatchState.NONE);
    assertThat(arena.store().awaiting(arena.latch())).isZero();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void round_countsDownToZero_andBelowNothingHappens() {
    long round = latch.begins(2);
    assertThat(latch.look()).isEqualTo(new LatchState(round, round, 2));
    assertThat(latch.countsIn(round)).isEqualTo(1);
    assertThat(latch.countsIn(round)).isZero();
    assertThat(latch.countsIn(round)).isZero();
    assertThat(latch.look()).isEqualTo(new LatchState(round, round, 0));
  }

  @Test
  void countDown_sentAgain_countsOnce() {
    long round = latch.begins(3);
    RequestId id = latch.freshId();
    for (int i = 0; i < 3; i++) {
      assertThat(applied(latch.counts(id, round)).count()).isEqualTo(2);
    }
    assertThat(applied(arena.visitor().latch().counts(id, round)).count()).isEqualTo(2);
    finish(round);
  }

  @Test
  void setCount_sentAgain_beginsOneRound_alsoWhenItIsOver() {
    RequestId id = latch.freshId();
    LatchState begun = applied(latch.sets(id, 0, 1));
    assertThat(applied(latch.sets(id, 0, 1))).isEqualTo(begun);
    latch.countsIn(begun.round());
    LatchState over = applied(latch.sets(id, 0, 1));
    assertThat(over).isEqualTo(new LatchState(begun.round(), begun.unbrokenFrom(), 0));
  }

  @Test
  void setCount_whileARoundIsOpen_orNamingAnother_changesNothing() {
    long round = latch.begins(1);
    LatchState open = latch.look();
    assertThat(other(latch.sets(latch.freshId(), round, 5))).isEqualTo(open);
    assertThat(other(latch.sets(latch.freshId(), 0, 5))).isEqualTo(open);
    finish(round);
    LatchState over = latch.look();
    assertThat(other(latch.sets(latch.freshId(), 0, 5))).isEqualTo(over);
    assertThat(other(latch.sets(latch.freshId(), round - 1, 5))).isEqualTo(over);
  }

  @Test
  void nextRound_hasAHigherNumber_andIsNotHitByCountDownsOfTheOneBefore() {
    long first = latch.begins(1);
    RequestId id = latch.freshId();
    applied(latch.counts(id, first));
    long second = latch.begins(2);
    assertThat(second).isGreaterThan(first);
    assertThat(other(latch.counts(id, first))).isEqualTo(new LatchState(second, first, 2));
    assertThat(other(latch.counts(latch.freshId(), first)).count()).isEqualTo(2);
    assertThat(latch.look().standingOf(first)).isEqualTo(Standing.ENDED);
    assertThat(latch.look().standingOf(second)).isEqualTo(Standing.OPEN);
    finish(second);
  }

  @Test
  void sameId_countsAgainInAnotherRound() {
    RequestId id = latch.freshId();
    long first = latch.begins(1);
    applied(latch.counts(id, first));
    long second = latch.begins(1);
    assertThat(applied(latch.counts(id, second)).count()).isZero();
  }

  @Test
  void countZero_isARoundThatIsOver() {
    long round = latch.begins(0);
    assertThat(latch.look()).isEqualTo(new LatchState(round, round, 0));
    assertThat(latch.begins(0)).isGreaterThan(round);
  }

  @Test
  void highestCount_isCountedExactly() {
    long round = latch.begins(DistributedCountDownLatch.COUNT_MAX);
    assertThat(latch.look().count()).isEqualTo(DistributedCountDownLatch.COUNT_MAX);
    assertThat(latch.countsIn(round)).isEqualTo(DistributedCountDownLatch.COUNT_MAX - 1);
    assertThat(latch.countsIn(round)).isEqualTo(DistributedCountDownLatch.COUNT_MAX - 2);
    applied(latch.deletes(round));
  }

  @Test
  void zero_tellsEverySessionThatAwaits_once() {
    long round = latch.begins(2);
    Visitor[] waiting = {arena.visitor(), arena.visitor(), visitor};
    RequestId[] ids = new RequestId[waiting.length];
    for (int i = 0; i < waiting.length; i++) {
      ids[i] = waiting[i].latch().freshId();
      assertThat(waiting[i].latch().awaits(ids[i]).count()).isEqualTo(2);
      assertThat(waiting[i].latch().awaits(ids[i]).count()).isEqualTo(2);
    }
    assertThat(arena.store().awaiting(arena.latch())).isEqualTo(3);
    latch.countsIn(round);
    RequestId last = latch.freshId();
    applied(latch.counts(last, round));
    applied(latch.counts(last, round));
    for (int i = 0; i < waiting.length; i++) {
      LatchEnded told = new LatchEnded(ids[i], round, LatchEnd.COUNTED_DOWN);
      Visitor told1 = waiting[i];
      await("the message").untilAsserted(() -> assertThat(told1.log().latchEnds()).contains(told));
      told1.renew();
      assertThat(told1.log().latchEnds()).containsExactly(told);
    }
    assertThat(arena.store().awaiting(arena.latch())).isZero();
  }

  @Test
  void whoHasLeft_isNotTold_andLeavesNothing() {
    long round = latch.begins(1);
    RequestId stays = latch.freshId();
    RequestId leaves = latch.freshId();
    latch.awaits(stays);
    latch.awaits(leaves);
    assertThat(latch.leaves(leaves).outcome()).isEqualTo(Outcome.RELEASED);
    assertThat(latch.leaves(leaves).outcome()).isEqualTo(Outcome.NOT_HOLDING);
    assertThat(arena.store().awaiting(arena.latch())).isEqualTo(1);
    finish(round);
    await("the message").until(() -> !visitor.log().latchEnds().isEmpty());
    visitor.renew();
    assertThat(visitor.log().latchEnds())
        .containsExactly(new LatchEnded(stays, round, LatchEnd.COUNTED_DOWN));
  }

  @Test
  void roundThatIsOver_remembersNobody() {
    finish(latch.begins(1));
    assertThat(latch.awaits(latch.freshId()).count()).isZero();
    assertThat(arena.store().awaiting(arena.latch())).isZero();
  }

  @Test
  void nextSessionOfAClient_takesThePlaceOfTheOneBefore() {
    long round = latch.begins(1);
    RequestId id = latch.freshId();
    latch.awaits(id);
    Visitor next = arena.visitor();
    next.latch().awaits(id);
    assertThat(arena.store().awaiting(arena.latch())).isEqualTo(1);
    finish(round);
    await("the message").until(() -> next.log().latchEnds().size() == 1);
    visitor.renew();
    assertThat(visitor.log().latchEnds()).isEmpty();
  }

  @Test
  void deadSession_isForgotten() {
    long round = latch.begins(1);
    Visitor dead = arena.visitor(Duration.ofMillis(500));
    dead.latch().awaits(latch.freshId());
    assertThat(arena.store().awaiting(arena.latch())).isEqualTo(1);
    dead.vanish();
    arena.awaitAwaiting(0);
    RequestId id = latch.freshId();
    latch.awaits(id);
    finish(round);
    await("the message").until(() -> visitor.log().latchEnds().size() == 1);
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void count_outlivesTheSessionsThatCounted() {
    Visitor setter = arena.visitor();
    long round = setter.latch().begins(2);
    setter.latch().countsIn(round);
    setter.close();
    assertThat(latch.look()).isEqualTo(new LatchState(round, round, 1));
    finish(round);
  }

  @Test
  void deleted_tellsThoseWhoAwait_andBreaksTheSeries() {
    long first = latch.begins(1);
    RequestId id = latch.freshId();
    latch.awaits(id);
    assertThat(applied(latch.deletes(first))).isEqualTo(LatchState.NONE);
    await("the message")
        .untilAsserted(
            () ->
                assertThat(visitor.log().latchEnds())
                    .containsExactly(new LatchEnded(id, first, LatchEnd.DELETED)));
    assertThat(arena.store().awaiting(arena.latch())).isZero();
    assertThat(arena.store().leftovers()).isEmpty();
    long second = latch.begins(1);
    assertThat(second).isGreaterThan(first);
    assertThat(latch.look()).isEqualTo(new LatchState(second, second, 1));
    assertThat(latch.look().standingOf(first)).isEqualTo(Standing.LOST);
    assertThat(other(latch.deletes(first)).count()).isEqualTo(1);
    finish(second);
  }

  @Test
  @Needs(Capability.FORGET)
  void vanishedRecord_isNotARoundThatHasEnded_andItsNumberDoesNotComeBack() {
    long first = latch.begins(1);
    latch.awaits(latch.freshId());
    arena.store().forget(arena.latch());
    assertThat(latch.look().standingOf(first)).isEqualTo(Standing.LOST);
    assertThat(other(latch.counts(latch.freshId(), first))).isEqualTo(LatchState.NONE);
    long second = latch.begins(1);
    assertThat(second).isGreaterThan(first);
    assertThat(latch.look().standingOf(first)).isEqualTo(Standing.LOST);
    finish(second);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void endedSession_changesNothing() {
    Visitor ended = arena.visitor();
    long round = latch.begins(1);
    arena.store().endSession(ended.session().id());
    LatchVisit late = ended.latch();
    RequestId id = latch.freshId();
    assertThat(late.counts(id, round)).isEqualTo(new LatchAnswer.Gone());
    assertThat(late.deletes(round)).isEqualTo(new LatchAnswer.Gone());
    assertThat(late.sets(id, round, 1)).isEqualTo(new LatchAnswer.Gone());
    assertThat(late.leaves(id).outcome()).isEqualTo(Outcome.GONE);
    assertThat(latch.look()).isEqualTo(new LatchState(round, round, 1));
    finish(round);
  }

  @Test
  void lockOfTheSameName_isAnotherThing() {
    long round = latch.begins(1);
    var lock = arena.visitor().ask();
    lock.granted();
    finish(round);
    lock.grantedNow();
    lock.release();
  }

  @Test
  @Needs(Capability.UNITS)
  void semaphoreOfTheSameName_isAnotherThing() {
    Visitor permits = arena.visitor(Arena.TTL, arena.semaphore());
    long round = latch.begins(2);
    permits.change(Action.SET, 1);
    Ask lock = arena.visitor().ask();
    lock.granted();
    Ask permit = permits.ask(1);
    permit.granted();
    assertThat(latch.countsIn(round)).isEqualTo(1);
    lock.release();
    assertThat(permits.permits().orElseThrow().available()).isZero();
    applied(latch.deletes(round));
    assertThat(permits.permits().orElseThrow().available()).isZero();
    permit.release();
    permits.change(Action.DELETE, 0);
    assertThat(latch.look()).isEqualTo(LatchState.NONE);
    assertThat(arena.store().leftovers()).isEmpty();
  }
}
