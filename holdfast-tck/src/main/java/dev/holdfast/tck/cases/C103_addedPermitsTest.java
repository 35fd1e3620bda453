package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Permits;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whoever waits is served when permits are added. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE, Capability.HANDOFF_MESSAGE})
final class C103_addedPermitsTest {

  /** Long before anybody asks again. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private static final Duration LONG_TTL = Duration.ofMinutes(1);

  private final Arena arena;

  C103_addedPermitsTest(Arena arena) {
    this.arena = arena;
  }

  private DistributedSemaphore semaphore() {
    return arena.client(options -> options.sessionTtl(LONG_TTL)).semaphore(arena.name());
  }

  @Test
  void addedPermit_servesTheWaiter() throws Exception {
    DistributedSemaphore semaphore = semaphore();
    semaphore.trySetPermits(1);
    Permits taken = semaphore.acquire();
    Actor waiter = arena.actor();
    DistributedSemaphore other = semaphore();
    CompletableFuture<Permits> waiting =
        waiter.begins(() -> other.acquire(1, Duration.ofSeconds(20)));
    await("the waiter").until(() -> semaphore.inspect().queue().size() == 1);
    semaphore.addPermits(1);
    Permits second = waiting.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(second.isHeld()).isTrue();
    assertThat(taken.isHeld()).isTrue();
    second.close();
    taken.close();
    assertThat(semaphore.availablePermits()).isEqualTo(2);
  }
}
