package dev.holdfast.tck.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Taking a request back, whether it holds or waits. */
@ExtendWith(ContractExtension.class)
final class ReleaseContract {

  private final Arena arena;

  ReleaseContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void holder_isReleased_andNothingIsLeft() {
    Visitor visitor = arena.visitor();
    Ask ask = visitor.ask();
    assertThat(ask.release()).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, false));
    assertThat(visitor.inspect().holders()).isEmpty();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void releaseSentAgain_findsNothing_andAffectsNobodyElse() {
    Ask first = arena.visitor().ask();
    first.release();
    Visitor other = arena.visitor();
    Ask next = other.ask();
    next.granted();
    assertThat(first.release()).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, true));
    assertThat(next.grantedNow().sequence()).isEqualTo(next.granted().sequence());
  }

  @Test
  void requestThatWasNeverSeen_isNotHolding_andLeavesNothing() {
    Visitor visitor = arena.visitor();
    Ask ask = visitor.ask();
    ask.release();
    assertThat(ask.release()).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, false));
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  @Needs(Capability.QUEUE)
  void waiter_isCancelled_andLeavesNothing() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    Ask waiter = arena.visitor().ask();
    assertThat(waiter.release()).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, true));
    assertThat(holding.inspect().queue()).isEmpty();
    holder.release();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  @Needs(Capability.QUEUE)
  void cancelledWaiter_isPassedOver() {
    Ask holder = arena.visitor().ask();
    Visitor leaving = arena.visitor();
    Ask cancelled = leaving.ask();
    Ask next = arena.visitor().ask();
    cancelled.release();
    holder.release();
    next.awaitGrant();
    assertThat(leaving.log().grants()).isEmpty();
  }

  @Test
  @Needs(Capability.QUEUE)
  void grantThatCrossedTheCancellation_isGivenBack() {
    Ask holder = arena.visitor().ask();
    Ask waiter = arena.visitor().ask();
    Ask behind = arena.visitor().ask();
    holder.release();
    assertThat(waiter.release()).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, true));
    behind.awaitGrant();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void endedSession_isGone_andTheAnswerTellsIfAnotherHoldsIt() {
    Visitor visitor = arena.visitor();
    Ask ask = visitor.ask();
    arena.store().endSession(visitor.session().id());
    assertThat(ask.release().outcome()).isEqualTo(Outcome.GONE);
    arena.visitor().ask().granted();
    assertThat(ask.release()).isEqualTo(new ReleaseAnswer(Outcome.GONE, true));
  }
}
