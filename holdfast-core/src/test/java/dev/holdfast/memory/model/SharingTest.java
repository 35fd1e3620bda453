package dev.holdfast.memory.model;

import static dev.holdfast.memory.model.Desk.LOCK;
import static dev.holdfast.memory.model.Desk.SEMAPHORE;
import static dev.holdfast.memory.model.Desk.TTL;
import static dev.holdfast.memory.model.Desk.permits;
import static dev.holdfast.memory.model.Desk.reader;
import static dev.holdfast.memory.model.Desk.request;
import static dev.holdfast.memory.model.Desk.sequence;
import static dev.holdfast.memory.model.Desk.units;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.NotSet;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.RequestAnswer.TooLarge;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ShrinkAnswer;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests for a part of the units: readers, and permits of a semaphore. */
class SharingTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Desk desk = new Desk();

  @BeforeEach
  void openSessions() {
    desk.open("a", "b", "c");
  }

  @Test
  void readers_together_writerWaitsForAll_withTheSoonestEnd() {
    desk.ask("a", reader("a1"));
    desk.pass(SECOND);
    desk.renew("b");
    desk.ask("b", reader("b1"));
    assertThat(desk.ask("c", "c1")).isEqualTo(new Queued(1, TTL.minus(SECOND)));
    desk.release("a", "a1");
    assertThat(desk.grantsHeard).isEmpty();
    desk.release("b", "b1");
    assertThat(desk.heard).containsExactly("a: others wait a1", "b: others wait b1", "c: grant c1");
  }

  @Test
  void readersBehindAWriter_waitOn_andAreLetInTogetherAfterIt() {
    desk.ask("a", "a1");
    desk.ask("b", reader("b1"));
    desk.ask("c", reader("c1"));
    desk.ask("b", reader("b2"));
    desk.ask("a", "a2");
    desk.ask("c", reader("c2"));
    desk.heard.clear();
    desk.release("a", "a1");
    assertThat(desk.heard).containsExactly("b: grant b1", "c: grant c1", "b: grant b2");
    assertThat(desk.grantsHeard).extracting(Grant::othersWait).containsOnly(true);
    assertThat(desk.grantsHeard).extracting(Grant::sequence).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void newcomer_isNotLetInPastAWaitingWriter() {
    desk.ask("a", reader("a1"));
    desk.ask("b", "b1");
    assertThat(desk.ask("c", units(LOCK, "c1", 1, false))).isEqualTo(new Refused());
    assertThat(desk.ask("c", reader("c2"))).isInstanceOf(Queued.class);
  }

  @Test
  void silentWriter_isPassedOver_keepsItsPlace_andIsServedWhenItAsks() {
    desk.ask("a", reader("a1"));
    desk.ask("b", "b1");
    desk.space.setListening("b", false);
    assertThat(desk.ask("c", reader("c1"))).isInstanceOf(Granted.class);
    desk.release("a", "a1");
    desk.release("c", "c1");
    assertThat(desk.grantsHeard).isEmpty();
    assertThat(desk.ask("b", "b1")).isInstanceOf(Granted.class);
  }

  @Test
  void silentReader_isNotLetInAheadOfAWriterThatListens() {
    desk.ask("a", "a1");
    desk.ask("b", reader("b1"));
    desk.space.setListening("b", false);
    desk.ask("c", reader("c1"));
    desk.ask("a", "a2");
    desk.release("a", "a1");
    assertThat(desk.heard).endsWith("c: grant c1");
    assertThat(desk.inspect().queue())
        .extracting(LockView.Waiter::requestId)
        .containsExactly("b1", "a2");
    desk.release("c", "c1");
    assertThat(desk.heard).endsWith("a: grant a2");
  }

  @Test
  void shrink_letsReadersIn_keepsTheSequence_andNeverGrows() {
    long sequence = sequence(desk.ask("a", "a1"));
    desk.ask("b", reader("b1"));
    assertThat(desk.shrink("a", "a1", 1)).isEqualTo(ShrinkAnswer.SHRUNK);
    assertThat(desk.heard).endsWith("b: grant b1");
    assertThat(desk.inspect().holders())
        .extracting(LockView.Holder::fencingToken)
        .contains(Token.of(sequence, 0));
    assertThat(desk.shrink("a", "a1", 9)).isEqualTo(ShrinkAnswer.SHRUNK);
    assertThat(desk.inspect().holders()).extracting(LockView.Holder::units).containsExactly(1, 1);
    assertThat(desk.shrink("a", "b2", 1)).isEqualTo(ShrinkAnswer.NOT_HOLDING);
    desk.pass(TTL);
    assertThat(desk.shrink("a", "a1", 1)).isEqualTo(ShrinkAnswer.NOT_HOLDING);
  }

  @Test
  void endOfOneReader_leavesTheOther() {
    desk.ask("a", reader("a1"));
    desk.pass(SECOND);
    desk.renew("b");
    desk.renew("c");
    desk.ask("b", reader("b1"));
    desk.ask("c", "c1");
    desk.pass(TTL.minus(SECOND));
    assertThat(desk.inspect().holders()).hasSize(1);
    assertThat(desk.ask("c", "c1")).isEqualTo(new Queued(1, SECOND));
    assertThat(desk.release("b", "b1")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, true));
  }

  @Test
  void semaphore_givesWhatItHas_inOrder_withoutMessagesToHolders() {
    assertThat(desk.ask("a", permits("a1", 1))).isEqualTo(new NotSet());
    desk.change("a", Action.SET, 3);
    desk.ask("a", permits("a1", 2));
    desk.ask("b", permits("b1", 2));
    desk.ask("c", permits("c1", 1));
    assertThat(desk.ask("c", permits("c2", 4))).isEqualTo(new TooLarge(3));
    assertThat(desk.heard).isEmpty();
    desk.giveBack("a", "a1");
    assertThat(desk.heard).containsExactly("b: grant b1", "c: grant c1");
    assertThat(desk.space.permits(desk.now(), SEMAPHORE)).contains(new Permits(3, 0));
  }

  @Test
  void whatIsFree_isTaken_orNothing() {
    desk.change("a", Action.SET, 3);
    desk.ask("a", permits("a1", 1));
    assertThat(desk.ask("b", permits("b1", Request.WHAT_IS_FREE)))
        .isInstanceOfSatisfying(Granted.class, did -> assertThat(did.units()).isEqualTo(2));
    assertThat(desk.ask("c", permits("c1", Request.WHAT_IS_FREE))).isEqualTo(new Refused());
  }

  @Test
  void fewerPermits_refuseWhoAsksForMore_andServeTheNext() {
    desk.change("a", Action.SET, 3);
    desk.ask("a", permits("a1", 1));
    desk.ask("b", permits("b1", 3));
    desk.ask("c", permits("c1", 1));
    desk.change("a", Action.ADD, -1);
    assertThat(desk.heard).containsExactly("b: refused b1", "c: grant c1");
    assertThat(desk.ask("b", permits("b1", 3))).isEqualTo(new TooLarge(2));
  }

  @Test
  void boundedPermits_areFreeWhenTheBoundHasPassed() {
    desk.change("a", Action.SET, 1);
    desk.ask(
        "a",
        new Request(
            new RequestId("a1"), SEMAPHORE, 1, true, false, Optional.of(SECOND), "main", ""));
    desk.pass(SECOND);
    assertThat(desk.space.permits(desk.now(), SEMAPHORE)).contains(new Permits(1, 1));
    assertThat(desk.ask("b", permits("b1", 1))).isInstanceOf(Granted.class);
  }

  @Test
  void change_isKnownAgain_untilAHundredOthersCame() {
    PermitsChange add = new PermitsChange(new RequestId("x"), SEMAPHORE, Action.ADD, 1);
    desk.change("a", Action.SET, 1);
    desk.space.changePermits(desk.now(), "a", 0, add);
    for (int i = 0; i < PermitsChange.REMEMBERED - 1; i++) {
      desk.change("a", Action.ADD, 0);
    }
    desk.space.changePermits(desk.now(), "b", 0, add);
    assertThat(desk.space.permits(desk.now(), SEMAPHORE)).contains(new Permits(2, 2));
  }

  @Test
  void settingsAlone_areNotWhatIsLeft() {
    desk.change("a", Action.SET, 1);
    assertThat(desk.space.locks(desk.now())).isEmpty();
    desk.ask("a", permits("a1", 1));
    assertThat(desk.space.locks(desk.now())).containsExactly(SEMAPHORE);
    desk.ask("a", request("a2"));
    assertThat(desk.space.locks(desk.now())).containsExactlyInAnyOrder(SEMAPHORE, LOCK);
  }
}
