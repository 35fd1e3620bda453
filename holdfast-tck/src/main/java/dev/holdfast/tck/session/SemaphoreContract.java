package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests for permits of a semaphore that has four. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE, Capability.HANDOFF_MESSAGE})
final class SemaphoreContract {

  private static final int CAPACITY = 4;

  private final Arena arena;
  private final Visitor visitor;

  SemaphoreContract(Arena arena) {
    this.arena = arena;
    this.visitor = visitor();
  }

  private Visitor visitor() {
    return arena.visitor(Duration.ofSeconds(30), arena.semaphore());
  }

  private int available() {
    return visitor.permits().map(Permits::available).orElseThrow();
  }

  @BeforeEach
  void setPermits() {
    visitor.change(Action.SET, CAPACITY);
  }

  @AfterEach
  void forget() {
    visitor.change(Action.DELETE, 0);
  }

  @Test
  void permits_areGivenWhileThereAreSome() {
    visitor.ask(3).granted();
    assertThat(available()).isEqualTo(1);
    visitor().ask(1).granted();
    assertThat(available()).isZero();
    assertThat(visitor().askAtOnce(1).answer()).isEqualTo(new Refused());
  }

  @Test
  void releasedTwice_addsNoPermit() {
    Ask ask = visitor.ask(2);
    assertThat(ask.release().outcome()).isEqualTo(Outcome.RELEASED);
    assertThat(ask.release().outcome()).isEqualTo(Outcome.NOT_HOLDING);
    assertThat(visitor().ask(1).release().outcome()).isEqualTo(Outcome.RELEASED);
    assertThat(available()).isEqualTo(CAPACITY);
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void requestSentAgain_takesNoMore() {
    Ask ask = visitor.ask(2);
    assertThat(ask.grantedNow().sequence()).isEqualTo(ask.granted().sequence());
    assertThat(available()).isEqualTo(2);
  }

  @Test
  void largeRequestAtTheHead_isNotOvertakenBySmallOnes() {
    Ask three = visitor.ask(3);
    Ask large = visitor().ask(2);
    Ask small = visitor().ask(1);
    large.queued();
    small.queued();
    assertThat(visitor().askAtOnce(1).answer()).isEqualTo(new Refused());
    three.release();
    assertThat(large.awaitGrant().sequence()).isLessThan(small.awaitGrant().sequence());
    assertThat(available()).isEqualTo(1);
  }

  @Test
  void largeRequestThatIsCancelled_letsSmallOnesIn() {
    visitor.ask(3).granted();
    Ask large = visitor().ask(2);
    Ask small = visitor().ask(1);
    large.release();
    small.awaitGrant();
  }

  @Test
  void whatIsFree_isTakenAtOnce_andNeverWaitedFor() {
    visitor.ask(1).granted();
    Ask drained = visitor().ask(Request.WHAT_IS_FREE);
    assertThat(drained.units()).isEqualTo(3);
    assertThat(drained.again()).isEqualTo(new Granted(drained.granted(), 3));
    assertThat(available()).isZero();
    assertThat(visitor().ask(Request.WHAT_IS_FREE).answer()).isEqualTo(new Refused());
    assertThat(visitor.inspect().queue()).isEmpty();
    drained.release();
    assertThat(available()).isEqualTo(3);
  }

  @Test
  void whatIsFree_isNotTakenFromThoseWhoWait() {
    visitor.ask(3).granted();
    visitor().ask(2).queued();
    assertThat(visitor().ask(Request.WHAT_IS_FREE).answer()).isEqualTo(new Refused());
  }

  @Test
  @Needs(Capability.END_SESSION)
  void permitsOfADeadSession_areFree_andFoundByWhoeverAsks() {
    Visitor dead = visitor();
    dead.ask(2).granted();
    dead.ask(1).granted();
    visitor.ask(1).granted();
    Ask waiter = visitor().ask(3);
    arena.store().endSession(dead.session().id());
    assertThat(available()).isEqualTo(3);
    waiter.grantedNow();
    assertThat(visitor().askAtOnce(1).answer()).isEqualTo(new Refused());
  }

  @Test
  void leaseTime_endsByItself_andSetsThePermitsFree() {
    visitor.askFor(2, Duration.ofSeconds(1)).granted();
    visitor.ask(2).granted();
    Ask waiter = visitor().ask(2);
    waiter.queued();
    await("the lease to end").until(() -> waiter.again() instanceof Granted);
    assertThat(available()).isZero();
  }

  @Test
  void holdersAndQueue_areShownWithTheirPermits() {
    visitor.ask(3).granted();
    Ask waiter = visitor().ask(2);
    LockView view = visitor.inspect();
    assertThat(view.capacity()).isEqualTo(CAPACITY);
    assertThat(view.holders()).extracting(LockView.Holder::units).containsExactly(3);
    assertThat(view.queue())
        .singleElement()
        .satisfies(
            shown -> {
              assertThat(shown.requestId()).isEqualTo(waiter.id().value());
              assertThat(shown.units()).isEqualTo(2);
            });
  }
}
