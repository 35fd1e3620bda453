package dev.holdfast.tck.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Asking for a resource, once and again. */
@ExtendWith(ContractExtension.class)
final class RequestContract {

  private final Arena arena;

  RequestContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void freeLock_isGrantedAtOnce() {
    Ask ask = arena.visitor().ask();
    Grant grant = ask.granted();
    assertThat(grant.sequence()).isPositive().isLessThan(1L << 53);
    assertThat(grant.othersWait()).isFalse();
  }

  @Test
  void requestSentAgain_isTheSameRequest_neverAReentry() {
    Ask ask = arena.visitor().ask();
    assertThat(ask.grantedNow().sequence()).isEqualTo(ask.granted().sequence());
    ask.release();
    assertThat(arena.visitor().ask().granted().sequence()).isGreaterThan(ask.granted().sequence());
  }

  @Test
  void anotherRequestOfTheSameSession_isExcludedLikeAnyOther() {
    Visitor visitor = arena.visitor();
    visitor.ask().granted();
    Ask second = visitor.askAtOnce();
    assertThat(second.answer()).isEqualTo(new Refused());
  }

  @Test
  @Needs(Capability.QUEUE)
  void heldLock_queuesOnce_howeverOftenItIsAsked() {
    arena.visitor().ask().granted();
    Visitor waiting = arena.visitor();
    Ask waiter = waiting.ask();
    waiter.queued();
    assertThat(waiter.again()).isInstanceOf(Queued.class);
    assertThat(waiting.inspect().queue()).hasSize(1);
  }

  @Test
  void heldLock_requestThatMayNotWait_isRefusedWithoutATrace() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    assertThat(arena.visitor().askAtOnce().answer()).isEqualTo(new Refused());
    assertThat(holding.inspect().queue()).isEmpty();
    holder.release();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  @Needs({Capability.QUEUE, Capability.END_SESSION})
  void requestThatMayNotWait_overtakesNobodyWhoWaits() {
    Visitor dead = arena.visitor();
    dead.ask().granted();
    Ask waiter = arena.visitor().ask();
    waiter.queued();
    arena.store().endSession(dead.session().id());
    Ask hasty = arena.visitor().askAtOnce();
    assertThat(hasty.answer()).isEqualTo(new Refused());
    waiter.awaitGrant();
  }

  @Test
  @Needs(Capability.QUEUE)
  void queuedAnswer_tellsWhenToAskAgain_notLaterThanTheHoldersEnd() {
    arena.visitor(Duration.ofSeconds(5)).ask().granted();
    Queued answer = arena.visitor().ask().queued();
    assertThat(answer.checkAgainIn()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(answer.place()).isIn(0, 1);
  }
}
