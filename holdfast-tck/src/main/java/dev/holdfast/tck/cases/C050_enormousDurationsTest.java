package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Enormous waits and lease times neither overflow nor fail, nor end a lease at once. */
@ExtendWith(ContractExtension.class)
final class C050_enormousDurationsTest {

  private final Arena arena;
  private final DistributedLock lock;

  C050_enormousDurationsTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
  }

  @Test
  void longestWaitsAndLeaseTimes_saturate() throws Exception {
    for (TimeUnit unit : TimeUnit.values()) {
      assertThat(lock.tryLock(Long.MAX_VALUE, Long.MAX_VALUE, unit)).as("%s", unit).isTrue();
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      assertThat(lock.remaining()).isPositive();
      lock.unlock();
      assertThat(lock.tryLock(Long.MAX_VALUE, unit)).isTrue();
      lock.unlock();
    }
  }

  @Test
  void longestWait_whileSomebodyHolds_reallyWaits() throws Exception {
    DistributedLock other = arena.client().lock(arena.name());
    other.lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> waiting =
        waiter.begins(() -> lock.tryLock(Duration.ofSeconds(Long.MAX_VALUE)));
    arena.awaitQueue(1);
    other.unlock();
    assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
    waiter.does(lock::unlock);
  }
}
