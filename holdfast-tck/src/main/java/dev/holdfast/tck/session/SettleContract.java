package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Leases with a lease time, as the store counts it. */
@ExtendWith(ContractExtension.class)
final class SettleContract {

  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;

  SettleContract(Arena arena) {
    this.arena = arena;
  }

  private static Duration remaining(Visitor visitor) {
    return visitor.inspect().holders().get(0).remaining();
  }

  @Test
  void grantedAtOnce_isBoundedFromTheStart_andEndsByItself() {
    Visitor visitor = arena.visitor();
    Ask bounded = visitor.askFor(SHORT);
    bounded.granted();
    assertThat(remaining(visitor)).isLessThanOrEqualTo(SHORT);
    Ask next = arena.visitor().ask();
    await("the lease to end").until(() -> next.again() instanceof Granted);
    assertThat(bounded.release().outcome()).isEqualTo(Outcome.NOT_HOLDING);
    assertThat(bounded.release().heldByOther()).isTrue();
  }

  @Test
  void grantedAtOnce_sentAgain_isNotExtended() {
    Visitor visitor = arena.visitor();
    Ask bounded = visitor.askFor(LONG);
    Duration before = remaining(visitor);
    await("time to pass").untilAsserted(() -> assertThat(remaining(visitor)).isLessThan(before));
    bounded.grantedNow();
    assertThat(remaining(visitor)).isLessThan(before);
    assertThat(bounded.settle(LONG)).isEqualTo(SettleAnswer.SETTLED);
    assertThat(remaining(visitor)).isLessThan(before);
  }

  @Test
  void subSecondLeaseTime_isNotCutToNothing() {
    Visitor visitor = arena.visitor();
    visitor.askFor(Duration.ofMillis(1_500)).granted();
    assertThat(remaining(visitor)).isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void leaseTimeLongerThanTheSession_endsWithTheSession() {
    Visitor visitor = arena.visitor(Duration.ofSeconds(2));
    visitor.askFor(Duration.ofDays(36_500)).granted();
    assertThat(remaining(visitor)).isLessThanOrEqualTo(visitor.session().ttl());
  }

  @Test
  @Needs(Capability.QUEUE)
  void grantedThroughTheQueue_isBoundedOnlyBySettling_andOnce() {
    Ask holder = arena.visitor().ask();
    Visitor visitor = arena.visitor();
    Ask bounded = visitor.askFor(SHORT);
    bounded.queued();
    holder.release();
    bounded.awaitGrant();
    assertThat(remaining(visitor)).isGreaterThan(SHORT);
    assertThat(bounded.settle(LONG)).isEqualTo(SettleAnswer.SETTLED);
    assertThat(remaining(visitor)).isLessThanOrEqualTo(LONG);
    assertThat(bounded.settle(Duration.ofSeconds(25))).isEqualTo(SettleAnswer.SETTLED);
    assertThat(remaining(visitor)).isLessThanOrEqualTo(LONG);
  }

  @Test
  @Needs(Capability.QUEUE)
  void settling_whatWaitsOrIsReleased_isNotHolding() {
    Ask holder = arena.visitor().ask();
    Ask waiter = arena.visitor().ask();
    assertThat(waiter.settle(LONG)).isEqualTo(SettleAnswer.NOT_HOLDING);
    waiter.release();
    holder.release();
    assertThat(holder.settle(LONG)).isEqualTo(SettleAnswer.NOT_HOLDING);
    assertThat(arena.store().leftovers()).isEmpty();
  }
}
