package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Nothing goes on renewing a lock that was released while an interrupt crossed its grant. */
@ExtendWith(ContractExtension.class)
final class C003_noRenewalAfterReleaseTest {

  private final Arena arena;
  private final DistributedLock lock;

  C003_noRenewalAfterReleaseTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
  }

  @Test
  void interruptsThatCrossGrants_leaveNoRecord() throws Exception {
    Actor actor = arena.actor();
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      CompletableFuture<Boolean> locking = actor.starts(this::lockAndUnlock);
      LockSupport.parkNanos(random.nextInt(3_000_000));
      actor.interrupt();
      locking.get(10, TimeUnit.SECONDS);
    }
    await("every record to be gone").until(() -> arena.store().leftovers().isEmpty());
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
  }

  private void lockAndUnlock() {
    try {
      lock.lockInterruptibly();
      lock.unlock();
    } catch (InterruptedException expected) {
      // Then nothing is held.
    }
  }
}
