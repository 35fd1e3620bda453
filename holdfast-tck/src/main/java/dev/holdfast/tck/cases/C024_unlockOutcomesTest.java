package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Released, expired, taken and unknown are four outcomes, and the message speaks of the unlock. */
@ExtendWith(ContractExtension.class)
final class C024_unlockOutcomesTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  private final BadNetwork network;
  private final DistributedLock lock;
  private final DistributedLock other;

  C024_unlockOutcomesTest(Arena arena) {
    this.network = arena.network();
    this.other = arena.client().lock(arena.name());
    this.lock = arena.client(network).lock(arena.name());
  }

  @Test
  void fourOutcomes_areToldApart() throws Exception {
    lock.lock();
    lock.unlock();

    assertThat(lock.tryLock(Duration.ZERO, SHORT)).isTrue();
    await("the end of the lease").until(() -> !lock.isHeldByCurrentThread());
    assertLost(LossReason.EXPIRED);

    assertThat(lock.tryLock(Duration.ZERO, SHORT)).isTrue();
    assertThat(other.tryLock(Duration.ofSeconds(10))).isTrue();
    assertLost(LossReason.TAKEN);
    other.unlock();

    lock.lock();
    network.store().disconnect();
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ReleaseUnknownException.class)
        .hasMessageContaining("Unlock");
    network.store().reconnect();
  }

  private void assertLost(LossReason reason) {
    assertThatThrownBy(lock::unlock)
        .hasMessageContaining("Unlock")
        .isInstanceOfSatisfying(
            LockLostException.class, lost -> assertThat(lost.reason()).isEqualTo(reason));
  }
}
