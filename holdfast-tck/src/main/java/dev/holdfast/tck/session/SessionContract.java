package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.RequestAnswer.Gone;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A session from its opening to its end. */
@ExtendWith(ContractExtension.class)
final class SessionContract {

  private final Arena arena;

  SessionContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void opened_livesAtLeastAsLongAsAskedFor() {
    Duration asked = Duration.ofMillis(1_234);
    Visitor visitor = arena.visitor(asked);
    assertThat(visitor.session().ttl()).isGreaterThanOrEqualTo(asked);
    assertThat(arena.store().sessions()).contains(visitor.session().id());
  }

  @Test
  void everySession_hasAnIdOfItsOwn() {
    assertThat(arena.visitor().session().id()).isNotEqualTo(arena.visitor().session().id());
  }

  @Test
  void renewed_livesOn() {
    Visitor visitor = arena.visitor(Duration.ofSeconds(2));
    Ask ask = visitor.ask();
    long start = System.nanoTime();
    await("time to pass")
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              assertThat(visitor.renew()).isEqualTo(RenewAnswer.RENEWED);
              return System.nanoTime() - start > Duration.ofSeconds(4).toNanos();
            });
    ask.grantedNow();
  }

  @Test
  void notRenewed_ends_andNeverComesBack() {
    Visitor visitor = arena.visitor(Duration.ofSeconds(2));
    Ask ask = visitor.ask();
    Ask waiter = arena.visitor().ask();
    await("the session's end").until(() -> waiter.again() instanceof Granted);
    assertGone(visitor, ask);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void ended_everyCallSaysSo_andTheListenerHearsItOnce() {
    Visitor visitor = arena.visitor();
    Ask ask = visitor.ask();
    arena.store().endSession(visitor.session().id());
    assertGone(visitor, ask);
    assertThat(arena.store().sessions()).doesNotContain(visitor.session().id());
  }

  private void assertGone(Visitor visitor, Ask ask) {
    assertThat(visitor.renew()).isEqualTo(RenewAnswer.GONE);
    assertThat(ask.again()).isEqualTo(new Gone());
    assertThat(visitor.ask().answer()).isEqualTo(new Gone());
    assertThat(ask.settle(Duration.ofSeconds(1))).isEqualTo(SettleAnswer.NOT_HOLDING);
    assertThat(visitor.renew()).isEqualTo(RenewAnswer.GONE);
    await("the listener to hear").until(() -> visitor.log().count(Event.Gone.class) == 1);
    assertThat(visitor.log().events()).endsWith(new Event.Gone());
  }

  @Test
  void closed_whatItHeldHasNoForce() {
    Visitor visitor = arena.visitor();
    visitor.ask().granted();
    Ask waiter = arena.visitor().ask();
    visitor.close();
    assertThat(arena.store().sessions()).doesNotContain(visitor.session().id());
    waiter.grantedNow();
    assertThat(visitor.log().count(Event.Gone.class)).isZero();
  }

  @Test
  void vanished_isGoneFromTheStoreAfterItsTtl() {
    Visitor visitor = arena.visitor(Duration.ofMillis(500));
    String id = visitor.session().id();
    visitor.vanish();
    await("the session to be gone").until(() -> !arena.store().sessions().contains(id));
  }
}
