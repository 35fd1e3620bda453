package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One thread's unlock must not end the renewal of the lock that another thread takes next. */
@ExtendWith(ContractExtension.class)
final class C001_renewalPerHoldTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedLock lock;

  C001_renewalPerHoldTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
  }

  @Test
  void afterManyHandovers_theLastHolderIsStillRenewed() throws Exception {
    Actor first = arena.actor();
    Actor second = arena.actor();
    CompletableFuture<Boolean> one = first.starts(() -> alternate(500));
    CompletableFuture<Boolean> two = second.starts(() -> alternate(500));
    one.get(20, TimeUnit.SECONDS);
    two.get(20, TimeUnit.SECONDS);
    DistributedLock other = arena.client().lock(arena.name());
    try (Lease lease = lock.acquire(LONG)) {
      long startNanos = System.nanoTime();
      long twoTtls = Arena.TTL.multipliedBy(2).toNanos();
      await("two times the TTL to pass")
          .atMost(LONG)
          .until(
              () -> {
                assertThat(lease.isHeld()).isTrue();
                assertThat(other.remaining()).isPositive();
                return System.nanoTime() - startNanos > twoTtls;
              });
      assertThat(other.tryLock()).isFalse();
    }
  }

  private void alternate(int rounds) throws InterruptedException {
    for (int i = 0; i < rounds; i++) {
      if (lock.tryLock(LONG)) {
        lock.unlock();
      }
    }
  }
}
