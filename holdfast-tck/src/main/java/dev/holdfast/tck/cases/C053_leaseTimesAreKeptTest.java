package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockLostException;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lease times are never rounded down, and zero never ends a lease at once. */
@ExtendWith(ContractExtension.class)
final class C053_leaseTimesAreKeptTest {

  private final DistributedLock lock;
  private final DistributedLock other;

  C053_leaseTimesAreKeptTest(Arena arena) {
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void leaseOfFifteenHundredMilliseconds_lastsThatLong() throws Exception {
    long startNanos = System.nanoTime();
    assertThat(lock.tryLock(Duration.ZERO, Duration.ofMillis(1_500))).isTrue();
    long[] freeNanos = {0};
    await("the end of the lease")
        .until(
            () -> {
              boolean free = other.tryLock();
              freeNanos[0] = System.nanoTime();
              return free;
            });
    // Given back by its own client up to one percent early, never by a rounded time.
    assertThat(Duration.ofNanos(freeNanos[0] - startNanos)).isGreaterThan(Duration.ofMillis(1_450));
    other.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
  }

  @Test
  void leaseOfHalfASecond_coversShortWork() throws Exception {
    assertThat(lock.tryLock(Duration.ZERO, Duration.ofSeconds(5))).isTrue();
    assertThat(other.tryLock(Duration.ofMillis(300))).isFalse();
    lock.unlock();
  }

  @Test
  void leaseOfZero_isRefused() {
    assertThatThrownBy(() -> lock.tryLock(Duration.ZERO, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }
}
