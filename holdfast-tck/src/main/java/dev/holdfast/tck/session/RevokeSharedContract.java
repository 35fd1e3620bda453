package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.Token;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What operators see of readers and of permits, and that they take it from one of many. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE, Capability.HANDOFF_MESSAGE})
final class RevokeSharedContract {

  private static final int CAPACITY = 4;

  private final Arena arena;
  private final LockClient operator;

  RevokeSharedContract(Arena arena) {
    this.arena = arena;
    this.operator = arena.client();
  }

  private RevokeOutcome revoke(Ask holder, RevokeMode mode) throws InterruptedException {
    long token = Token.of(holder.granted().sequence(), 0);
    return operator.revoke(arena.name(), token, mode, Duration.ZERO);
  }

  private LockSummary listed() {
    return operator.list(arena.name()).findFirst().orElseThrow();
  }

  private LockView shown() {
    return operator.inspect(arena.name()).get(0);
  }

  private static void awaitTold(Visitor visitor) {
    await("a revocation").until(() -> !visitor.log().revocations().isEmpty());
  }

  @Test
  void readers_areShownBesideEachOther_andOneIsTold() throws Exception {
    Visitor reading = arena.visitor();
    Ask reader = reading.ask(1);
    Visitor alsoReading = arena.visitor();
    Ask other = alsoReading.ask(1);
    other.granted();
    Ask writer = arena.visitor().ask();
    assertThat(listed().kind()).isEqualTo(LockKind.LOCK);
    assertThat(listed().holders()).isEqualTo(2);
    assertThat(listed().waiting()).isEqualTo(1);
    assertThat(shown().capacity()).isEqualTo(LockView.ALL_UNITS);
    assertThat(shown().holders()).hasSize(2).allMatch(holder -> holder.units() == 1);
    assertThat(shown().queue()).singleElement().matches(w -> w.units() == LockView.ALL_UNITS);
    assertThat(revoke(reader, RevokeMode.HOLDER)).isEqualTo(RevokeOutcome.PENDING);
    awaitTold(reading);
    assertThat(reading.log().revocations().get(0).id()).isEqualTo(reader.id());
    assertThat(alsoReading.log().revocations()).isEmpty();
    assertThat(reader.release().outcome()).isEqualTo(Outcome.RELEASED);
    assertThat(other.release().outcome()).isEqualTo(Outcome.RELEASED);
    writer.awaitGrant();
  }

  @Test
  void oneOfManyReaders_losesItByForce_andTheOthersKeepIt() throws Exception {
    Ask reader = arena.visitor().ask(1);
    Ask other = arena.visitor().ask(1);
    other.granted();
    assertThat(revoke(reader, RevokeMode.FORCE)).isEqualTo(RevokeOutcome.RELEASED);
    assertThat(shown().holders())
        .singleElement()
        .matches(holder -> holder.fencingToken() == Token.of(other.granted().sequence(), 0));
    assertThat(revoke(reader, RevokeMode.FORCE)).isEqualTo(RevokeOutcome.NOT_HELD);
    assertThat(reader.release().outcome()).isEqualTo(Outcome.NOT_HOLDING);
  }

  @Test
  void permits_areShownWithWhoHasThem_andGivenBackByForce() throws Exception {
    Visitor visitor = arena.visitor(Duration.ofSeconds(30), arena.semaphore());
    visitor.change(Action.SET, CAPACITY);
    assertThat(operator.list(arena.name())).isEmpty();
    Ask three = visitor.ask(3);
    three.granted();
    Ask two = arena.visitor(Duration.ofSeconds(30), arena.semaphore()).ask(2);
    assertThat(listed().kind()).isEqualTo(LockKind.SEMAPHORE);
    assertThat(shown().capacity()).isEqualTo(CAPACITY);
    assertThat(shown().holders()).singleElement().matches(holder -> holder.units() == 3);
    assertThat(shown().queue()).singleElement().matches(waiter -> waiter.units() == 2);
    assertThat(revoke(three, RevokeMode.FORCE)).isEqualTo(RevokeOutcome.RELEASED);
    two.awaitGrant();
    awaitTold(visitor);
    assertThat(visitor.log().revocations().get(0).resource()).isEqualTo(arena.semaphore());
    two.release();
    visitor.change(Action.DELETE, 0);
  }
}
