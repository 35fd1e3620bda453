package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** No hand-over between two clients is missed, however release and queueing cross. */
@ExtendWith(ContractExtension.class)
final class C065_noMissedHandoverTest {

  private static final int ROUNDS = 1_000;

  private final Arena arena;

  C065_noMissedHandoverTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void pingPongOfTwoClients_neverStalls() throws Exception {
    AtomicLong slowestNanos = new AtomicLong();
    List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      DistributedLock lock = arena.client().lock(arena.name());
      int seed = i;
      ends.add(arena.actor().starts(() -> play(lock, new Random(seed), slowestNanos)));
    }
    for (CompletableFuture<Boolean> end : ends) {
      end.get(60, TimeUnit.SECONDS);
    }
    // A missed message would cost a third of the TTL, which is the slow check's interval.
    assertThat(Duration.ofNanos(slowestNanos.get())).isLessThan(Arena.TTL.dividedBy(4));
  }

  private static void play(DistributedLock lock, Random random, AtomicLong slowestNanos) {
    for (int round = 0; round < ROUNDS; round++) {
      long startNanos = System.nanoTime();
      lock.lock();
      slowestNanos.accumulateAndGet(System.nanoTime() - startNanos, Math::max);
      LockSupport.parkNanos(random.nextInt(200_000));
      lock.unlock();
    }
  }
}
