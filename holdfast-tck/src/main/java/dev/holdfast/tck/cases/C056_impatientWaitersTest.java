package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Impatient waiters with long lease times do not spoil the queue for those who come later. */
@ExtendWith(ContractExtension.class)
final class C056_impatientWaitersTest {

  private final Arena arena;

  C056_impatientWaitersTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void afterManyImpatientWaiters_aNewcomerIsServedAtOnce() throws Exception {
    LockClient client = arena.client();
    List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      DistributedLock fair = client.fairLock(arena.name());
      ends.add(arena.actor().starts(() -> tryOften(fair)));
    }
    for (CompletableFuture<Boolean> end : ends) {
      end.get(20, TimeUnit.SECONDS);
    }
    DistributedLock newcomer = arena.client().fairLock(arena.name());
    arena.awaitQueue(0);
    assertThat(newcomer.tryLock(Duration.ofSeconds(1))).isTrue();
    newcomer.unlock();
  }

  private static void tryOften(DistributedLock fair) throws InterruptedException {
    for (int i = 0; i < 40; i++) {
      if (fair.tryLock(Duration.ofMillis(10), Duration.ofSeconds(30))) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(8));
        fair.unlock();
      }
    }
  }
}
