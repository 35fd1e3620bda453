package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Waiting costs no processor time, whatever unit the lease time was given in. */
@ExtendWith(ContractExtension.class)
final class C047_idleWaitTest {

  private final Arena arena;
  private final DistributedLock lock;
  private final DistributedLock other;

  C047_idleWaitTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void waiterWithALeaseOfAMinute_burnsNoProcessor() throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Actor waiter = arena.actor();
    lock.lock();
    CompletableFuture<Boolean> waiting = waiter.begins(() -> other.tryLock(1, 1, TimeUnit.MINUTES));
    waiter.awaitBlocked();
    long cpuBefore = threads.getThreadCpuTime(waiter.thread().getId());
    assertThat(lock.tryLock(Duration.ofSeconds(1))).isTrue();
    long startNanos = System.nanoTime();
    await("two seconds to pass").until(() -> System.nanoTime() - startNanos > 2_000_000_000L);
    long cpu = threads.getThreadCpuTime(waiter.thread().getId()) - cpuBefore;
    assertThat(Duration.ofNanos(cpu)).isLessThan(Duration.ofMillis(100));
    lock.unlock();
    lock.unlock();
    assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
    waiter.does(other::unlock);
  }
}
