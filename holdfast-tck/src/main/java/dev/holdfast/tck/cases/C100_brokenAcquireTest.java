package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LockFailure;
import dev.holdfast.Permits;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An interrupt or a break while permits are acquired loses none of them. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class C100_brokenAcquireTest {

  private static final int PERMITS = 2;
  private static final int ROUNDS = 75;
  private static final Duration WAIT = Duration.ofSeconds(5);

  /** Long enough for one too many to be met. */
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Arena arena;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger mostInside = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();

  C100_brokenAcquireTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void interruptsAndBreaks_loseNoPermit_andLetNobodyInBeside() throws Exception {
    BadNetwork network = arena.network();
    DistributedSemaphore semaphore = arena.client(network).semaphore(arena.name());
    DistributedSemaphore steady = arena.client().semaphore(arena.name());
    steady.trySetPermits(PERMITS);
    List<Actor> actors = new ArrayList<>();
    List<CompletableFuture<Boolean>> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Actor actor = arena.actor();
      actors.add(actor);
      runs.add(actor.starts(() -> acquireOften(semaphore)));
    }
    Random random = new Random(100);
    AtomicInteger disturbances = new AtomicInteger();
    await("all rounds")
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              actors.get(random.nextInt(actors.size())).interrupt();
              if (disturbances.incrementAndGet() % 40 == 0) {
                network.store().disconnect(Duration.ofMillis(20));
              }
              return runs.stream().allMatch(CompletableFuture::isDone);
            });
    for (CompletableFuture<Boolean> run : runs) {
      run.get(1, TimeUnit.SECONDS);
    }
    await("all permits to be free").until(() -> steady.availablePermits() == PERMITS);
    assertThat(mostInside.get()).isBetween(1, PERMITS);
    assertThat(interrupted.get()).isPositive();
  }

  private void acquireOften(DistributedSemaphore semaphore) {
    for (int round = 0; round < ROUNDS; round++) {
      try (Permits permit = semaphore.acquire(1, WAIT)) {
        mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
        assertThat(permit.count()).isEqualTo(1);
        LockSupport.parkNanos(WORK_NANOS);
        inside.decrementAndGet();
      } catch (InterruptedException stopped) {
        // What is tried: the next round must find every permit.
        interrupted.incrementAndGet();
      } catch (RuntimeException broken) {
        assertThat(broken).isInstanceOf(LockFailure.class);
      }
    }
  }
}
