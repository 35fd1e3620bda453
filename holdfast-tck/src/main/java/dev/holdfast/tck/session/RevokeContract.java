package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.RevokeAnswer.NotHeld;
import dev.holdfast.spi.RevokeAnswer.Noted;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Taking a lease away from its holder: told until acknowledged, and never passed on before. */
@ExtendWith(ContractExtension.class)
final class RevokeContract {

  private final Arena arena;

  RevokeContract(Arena arena) {
    this.arena = arena;
  }

  private static void awaitTold(Visitor visitor, int times) {
    await("a revocation told " + times + " times")
        .until(() -> visitor.log().revocations().size() >= times);
  }

  @Test
  void holder_isTold_andHoldsUntilItReleases() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    Ask next = arena.visitor().ask();
    RevokeAnswer answer = arena.visitor().revoke(holder.granted().sequence());
    assertThat(answer).isEqualTo(new Noted(holder.id(), false));
    awaitTold(holding, 1);
    Revocation told = holding.log().revocations().get(0);
    assertThat(told.id()).isEqualTo(holder.id());
    assertThat(told.resource()).isEqualTo(arena.resource());
    assertThat(told.token()).isEmpty();
    assertThat(told.by().client()).isEqualTo("visitor-3");
    assertThat(told.by().host()).isEqualTo("tck-host");
    assertThat(holding.inspect().holders()).hasSize(1);
    assertThat(holder.release().outcome()).isEqualTo(Outcome.RELEASED);
    next.awaitGrant();
  }

  @Test
  void token_isHandedOverAsItIs() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    OptionalLong token = OptionalLong.of(Long.MAX_VALUE);
    Visitor.await(
        arena
            .visitor()
            .store()
            .revoke(arena.resource(), holder.granted().sequence(), token, false));
    awaitTold(holding, 1);
    assertThat(holding.log().revocations().get(0).token()).isEqualTo(token);
    assertThat(holding.log().revocations().get(0).force()).isFalse();
  }

  @Test
  void revocation_comesWithEveryRenewal_untilItIsAcknowledged() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    arena.visitor().revoke(holder.granted().sequence());
    awaitTold(holding, 1);
    assertThat(holding.renew()).isEqualTo(RenewAnswer.RENEWED);
    awaitTold(holding, 2);
    assertThat(holding.renew()).isEqualTo(RenewAnswer.RENEWED);
    awaitTold(holding, 3);
    holder.acknowledge();
    holder.acknowledge();
    assertThat(holding.renew()).isEqualTo(RenewAnswer.RENEWED);
    // Whatever the renewal brought came before its answer, and so before the answer to this.
    assertThat(holding.renew()).isEqualTo(RenewAnswer.RENEWED);
    assertThat(holding.log().revocations()).hasSize(3);
    assertThat(holding.inspect().holders()).hasSize(1);
  }

  @Test
  void askedAgain_isThatOfBefore_andAfterTheAcknowledgementAnotherOne() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    long sequence = holder.granted().sequence();
    Visitor operator = arena.visitor();
    assertThat(operator.revoke(sequence)).isEqualTo(new Noted(holder.id(), false));
    assertThat(operator.revoke(sequence)).isEqualTo(new Noted(holder.id(), true));
    awaitTold(holding, 2);
    holder.acknowledge();
    assertThat(operator.revoke(sequence)).isEqualTo(new Noted(holder.id(), false));
    awaitTold(holding, 3);
  }

  @Test
  void severalOfOneSession_areAcknowledgedOneByOne() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    Visitor operator = arena.visitor();
    long sequence = holder.granted().sequence();
    operator.revoke(sequence);
    holder.release();
    Ask again = holding.ask();
    operator.revoke(again.granted().sequence());
    awaitTold(holding, 2);
    holder.acknowledge();
    int before = holding.log().revocations().size();
    holding.renew();
    await("the one that is left").until(() -> holding.log().revocations().size() == before + 1);
    assertThat(holding.log().revocations().get(before).id()).isEqualTo(again.id());
  }

  @Test
  void whatNobodyHolds_isNotHeld_andLeavesNothing() {
    Visitor operator = arena.visitor();
    assertThat(operator.revoke(7)).isEqualTo(new NotHeld());
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    long sequence = holder.granted().sequence();
    assertThat(operator.revoke(sequence - 1)).isEqualTo(new NotHeld());
    holder.release();
    assertThat(operator.revoke(sequence)).isEqualTo(new NotHeld());
    assertThat(holding.log().revocations()).isEmpty();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadHolder_isNotHeld_andMayBeReplaced() {
    Visitor dead = arena.visitor();
    Ask holder = dead.ask();
    arena.store().endSession(dead.session().id());
    Visitor other = arena.visitor();
    assertThat(other.revoke(holder.granted().sequence())).isEqualTo(new NotHeld());
    holder.acknowledge();
    other.ask().granted();
  }

  @Test
  @Needs(Capability.QUEUE)
  void releaseByAnotherSession_isByForce_andServesTheNext() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    Ask next = arena.visitor().ask();
    Visitor operator = arena.visitor();
    operator.revoke(holder.granted().sequence());
    Visitor.await(
        operator
            .store()
            .revoke(arena.resource(), holder.granted().sequence(), OptionalLong.empty(), true));
    awaitTold(holding, 2);
    assertThat(holding.log().revocations().get(1).force()).isTrue();
    var answer = Visitor.await(operator.session().release(arena.resource(), holder.id()));
    assertThat(answer.outcome()).isEqualTo(Outcome.RELEASED);
    next.awaitGrant();
    assertThat(holder.release().outcome()).isEqualTo(Outcome.NOT_HOLDING);
  }
}
