package dev.holdfast.memory.model;

import static dev.holdfast.memory.model.Desk.LOCK;
import static dev.holdfast.memory.model.Desk.TTL;
import static dev.holdfast.memory.model.Desk.atOnce;
import static dev.holdfast.memory.model.Desk.bounded;
import static dev.holdfast.memory.model.Desk.fair;
import static dev.holdfast.memory.model.Desk.request;
import static dev.holdfast.memory.model.Desk.sequence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockView;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.RequestAnswer.Gone;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.RevokeAnswer.NotHeld;
import dev.holdfast.spi.RevokeAnswer.Noted;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.Token;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockSpaceTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Desk desk = new Desk();

  @BeforeEach
  void openSessions() {
    desk.open("a", "b", "c");
  }

  @Test
  void request_free_granted_againSameGrant() {
    var first = desk.ask("a", "a1");
    desk.pass(SECOND);
    assertThat(desk.ask("a", "a1")).isEqualTo(first).isInstanceOf(Granted.class);
    assertThat(desk.inspect().holders()).hasSize(1);
    assertThat(desk.heard).isEmpty();
  }

  @Test
  void request_held_queuedOnceInOrderOfArrival() {
    desk.ask("a", "a1");
    desk.pass(SECOND);
    assertThat(desk.ask("b", "b1")).isEqualTo(new Queued(1, Duration.ofSeconds(29)));
    assertThat(desk.ask("c", "c1")).isEqualTo(new Queued(2, Duration.ofSeconds(29)));
    assertThat(desk.ask("b", "b1")).isEqualTo(new Queued(1, Duration.ofSeconds(29)));
    assertThat(desk.inspect().queue())
        .extracting(LockView.Waiter::requestId)
        .containsExactly("b1", "c1");
  }

  @Test
  void request_mayNotWait_refusedWithoutATrace() {
    desk.ask("a", "a1");
    assertThat(desk.ask("b", atOnce("b1"))).isEqualTo(new Refused());
    assertThat(desk.inspect().queue()).isEmpty();
    assertThat(desk.heard).isEmpty();
  }

  @Test
  void request_mayNotWait_holderDeadAndSomebodyWaits_waiterServedFirst() {
    desk.ask("a", "a1");
    desk.pass(SECOND);
    desk.renew("b");
    desk.renew("c");
    desk.ask("b", "b1");
    desk.pass(TTL.minus(SECOND));
    assertThat(desk.ask("c", atOnce("c1"))).isEqualTo(new Refused());
    assertThat(desk.heard).containsExactly("a: others wait a1", "b: grant b1");
  }

  @Test
  void release_handsOnToTheFirstThatWaits_withAHigherSequence() {
    long first = sequence(desk.ask("a", "a1"));
    desk.ask("b", "b1");
    desk.ask("c", "c1");
    assertThat(desk.release("a", "a1")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, true));
    assertThat(desk.heard).containsExactly("a: others wait a1", "b: grant b1");
    Grant grant = desk.grantsHeard.get(0);
    assertThat(grant.sequence()).isGreaterThan(first);
    assertThat(grant.othersWait()).isTrue();
    assertThat(desk.ask("b", "b1")).isEqualTo(new Granted(grant));
  }

  @Test
  void release_again_affectsNobodyElse() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    desk.release("a", "a1");
    assertThat(desk.release("a", "a1")).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, true));
    assertThat(desk.inspect().holders())
        .singleElement()
        .extracting(holder -> holder.party().client())
        .isEqualTo("b");
  }

  @Test
  void release_waiting_leavesNothing() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    assertThat(desk.release("b", "b1")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, true));
    desk.release("a", "a1");
    assertThat(desk.space.locks(desk.now())).isEmpty();
    assertThat(desk.grantsHeard).isEmpty();
  }

  @Test
  void release_unknownLock_nothingIsKept() {
    assertThat(desk.release("a", "a1")).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, false));
    assertThat(desk.space.locks(desk.now())).isEmpty();
  }

  @Test
  void endedSession_isGoneForEveryCommand_andNeverComesBack() {
    desk.ask("a", "a1");
    desk.pass(TTL);
    assertThat(desk.renew("a")).isEqualTo(RenewAnswer.GONE);
    assertThat(desk.ask("a", "a1")).isEqualTo(new Gone());
    assertThat(desk.release("a", "a1")).isEqualTo(new ReleaseAnswer(Outcome.GONE, false));
    assertThat(desk.settle("a", "a1", SECOND)).isEqualTo(SettleAnswer.NOT_HOLDING);
    assertThat(desk.space.sessions(desk.now())).isEmpty();
    assertThat(desk.space.locks(desk.now())).isEmpty();
  }

  @Test
  void renew_extendsByTheFullTtl() {
    desk.pass(TTL.minusNanos(1));
    assertThat(desk.renew("a")).isEqualTo(RenewAnswer.RENEWED);
    desk.pass(TTL.minusNanos(1));
    assertThat(desk.renew("a")).isEqualTo(RenewAnswer.RENEWED);
    desk.pass(TTL);
    assertThat(desk.renew("a")).isEqualTo(RenewAnswer.GONE);
  }

  @Test
  void holderDies_waiterThatAsksAgainGetsItAsItsAnswer() {
    long first = sequence(desk.ask("a", "a1"));
    desk.pass(SECOND);
    desk.renew("b");
    desk.ask("b", "b1");
    desk.pass(TTL.minus(SECOND));
    assertThat(sequence(desk.ask("b", "b1"))).isGreaterThan(first);
    assertThat(desk.grantsHeard).isEmpty();
  }

  @Test
  void deadWaiter_isSkipped() {
    desk.ask("b", "b1");
    desk.ask("a", "a1");
    desk.pass(SECOND);
    desk.renew("b");
    desk.renew("c");
    desk.ask("c", "c1");
    desk.pass(TTL.minus(SECOND));
    desk.release("b", "b1");
    assertThat(desk.heard).contains("c: grant c1").doesNotContain("a: grant a1");
  }

  @Test
  void closedSession_holdsNothing_andServesNobodyByItself() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    desk.space.close(desk.now(), "a");
    assertThat(desk.grantsHeard).isEmpty();
    assertThat(desk.inspect().holders()).isEmpty();
    assertThat(desk.ask("b", "b1")).isInstanceOf(Granted.class);
  }

  @Test
  void leaseTime_grantedAtOnce_endsByItself() {
    desk.ask("a", bounded("a1", SECOND));
    assertThat(desk.inspect().holders().get(0).remaining()).isEqualTo(SECOND);
    assertThat(desk.ask("b", "b1")).isEqualTo(new Queued(1, SECOND));
    desk.pass(SECOND);
    assertThat(desk.inspect().holders()).isEmpty();
    assertThat(desk.ask("b", "b1")).isInstanceOf(Granted.class);
    assertThat(desk.release("a", "a1")).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, true));
  }

  @Test
  void leaseTime_asksAgainAfterItsEnd_isANewLease() {
    long first = sequence(desk.ask("a", bounded("a1", SECOND)));
    desk.pass(SECOND);
    assertThat(sequence(desk.ask("a", bounded("a1", SECOND)))).isGreaterThan(first);
    assertThat(desk.inspect().holders().get(0).remaining()).isEqualTo(SECOND);
  }

  @Test
  void leaseTime_throughTheQueue_unboundedUntilSettled_onlyTheFirstSettleCounts() {
    desk.ask("a", "a1");
    desk.ask("b", bounded("b1", SECOND));
    desk.release("a", "a1");
    assertThat(desk.inspect().holders().get(0).remaining()).isEqualTo(TTL);
    assertThat(desk.settle("b", "b1", SECOND)).isEqualTo(SettleAnswer.SETTLED);
    desk.pass(SECOND.dividedBy(2));
    assertThat(desk.settle("b", "b1", SECOND)).isEqualTo(SettleAnswer.SETTLED);
    desk.pass(SECOND.dividedBy(2));
    assertThat(desk.settle("b", "b1", SECOND)).isEqualTo(SettleAnswer.NOT_HOLDING);
  }

  @Test
  void othersWait_toldAtTheFirstWaiterAndWheneverItAsks_notForOwnWaiters() {
    desk.ask("a", "a1");
    desk.ask("a", "a2");
    assertThat(desk.heard).isEmpty();
    desk.ask("b", "b1");
    desk.ask("c", "c1");
    desk.ask("c", "c1");
    assertThat(desk.heard).containsExactly("a: others wait a1");
    desk.ask("b", "b1");
    assertThat(desk.heard).containsExactly("a: others wait a1", "a: others wait a1");
  }

  @Test
  void handOn_nextHolderIsToldThatOthersWait() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    desk.ask("b", "b2");
    desk.release("a", "a1");
    assertThat(desk.grantsHeard.get(0).othersWait()).isFalse();
    desk.ask("c", "c1");
    assertThat(desk.heard).endsWith("b: others wait b1");
    desk.release("b", "b1");
    assertThat(desk.grantsHeard.get(1).othersWait()).isTrue();
  }

  @Test
  void silentWaiter_isPassedOver_keepsItsPlace_unlessItIsFair() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    desk.ask("c", "c1");
    desk.space.setListening("b", false);
    desk.release("a", "a1");
    assertThat(desk.heard).endsWith("c: grant c1");
    desk.ask("a", "a2");
    assertThat(desk.inspect().queue())
        .extracting(LockView.Waiter::requestId)
        .containsExactly("b1", "a2");
    desk.release("c", "c1");
    assertThat(desk.heard).endsWith("a: grant a2");

    desk.ask("b", fair("b2"));
    desk.release("b", "b1");
    desk.ask("c", "c2");
    desk.release("a", "a2");
    assertThat(desk.heard).endsWith("b: grant b2");
  }

  @Test
  void onlySilentWaiters_nobodyIsGranted_theNextThatAsksIs_andTheyKeepTheirPlaces() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    desk.space.setListening("b", false);
    assertThat(desk.release("a", "a1")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, false));
    assertThat(desk.grantsHeard).isEmpty();
    assertThat(desk.inspect().holders()).isEmpty();

    Grant grant = ((Granted) desk.ask("c", atOnce("c1"))).grant();
    assertThat(grant.othersWait()).isTrue();
    assertThat(desk.inspect().queue()).extracting(LockView.Waiter::requestId).containsExactly("b1");
    desk.release("c", "c1");
    assertThat(desk.ask("b", "b1")).isInstanceOf(Granted.class);
    assertThat(desk.inspect().queue()).isEmpty();
  }

  @Test
  void silentWaiterThatAsksAgain_isServedBeforeThoseBehindIt() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    desk.ask("b", "b2");
    desk.space.setListening("b", false);
    desk.release("a", "a1");
    assertThat(desk.ask("b", "b2")).isInstanceOf(Granted.class);
    assertThat(desk.ask("b", "b1")).isEqualTo(new Queued(1, TTL));
  }

  @Test
  void sequence_hasTheClockAndTheCallersKnowledgeAsFloors() {
    long first = sequence(desk.ask("a", "a1"));
    assertThat(first).isEqualTo(1_000_000_000L);
    desk.release("a", "a1");
    desk.wallMillis -= 3_600_000;
    long second = sequence(desk.ask("a", "a2"));
    assertThat(second).isEqualTo(first + 1);
    desk.release("a", "a2");
    desk.seen = second + 500;
    assertThat(sequence(desk.ask("a", "a3"))).isGreaterThan(second + 500);
  }

  @Test
  void sequence_usedUp_isRefusedAndChangesNothing() {
    desk.seen = Token.SEQUENCE_MAX;
    assertThatThrownBy(() -> desk.ask("a", "a1")).isInstanceOf(IllegalStateException.class);
    assertThat(desk.space.locks(desk.now())).isEmpty();
  }

  @Test
  void forget_leavesNoTrace_andTheNextGetsIt() {
    desk.ask("a", "a1");
    desk.ask("b", "b1");
    desk.space.forget(LOCK);
    assertThat(desk.ask("c", request("c1"))).isInstanceOf(Granted.class);
    assertThat(desk.release("a", "a1")).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, true));
  }

  @Test
  void inspect_changesNothing_andShowsPartiesAndTokens() {
    long sequence = sequence(desk.ask("a", "a1"));
    desk.ask("b", "b1");
    LockView view = desk.inspect();
    assertThat(view).isEqualTo(desk.inspect());
    assertThat(view.holders().get(0).fencingToken()).isEqualTo(Token.of(sequence, 0));
    assertThat(view.holders().get(0).party())
        .isEqualTo(new LockView.Party("a", "host", 7, "main", ""));
    assertThat(view.queue().get(0).party().client()).isEqualTo("b");
  }

  @Test
  void revoke_toldUntilAcknowledged_heldUntilReleased() {
    long sequence = sequence(desk.ask("a", "a1"));
    assertThat(desk.revoke(sequence)).isEqualTo(new Noted(new RequestId("a1"), false));
    assertThat(desk.revoke(sequence)).isEqualTo(new Noted(new RequestId("a1"), true));
    desk.renew("a");
    assertThat(desk.heard).containsExactly("a: revoked a1", "a: revoked a1", "a: revoked a1");
    assertThat(desk.inspect().holders()).hasSize(1);
    desk.space.acknowledge(desk.now(), "a", new RequestId("a1"));
    desk.renew("a");
    assertThat(desk.heard).hasSize(3);
    desk.release("a", "a1");
    assertThat(desk.revoke(sequence)).isEqualTo(new NotHeld());
  }

  @Test
  void revoke_ofAnotherGrant_orOfALeaseThatIsOver_isNotHeld() {
    long sequence = sequence(desk.ask("a", bounded("a1", SECOND)));
    assertThat(desk.revoke(sequence + 1)).isEqualTo(new NotHeld());
    desk.pass(SECOND);
    assertThat(desk.revoke(sequence)).isEqualTo(new NotHeld());
    assertThat(desk.heard).isEmpty();
  }
}
