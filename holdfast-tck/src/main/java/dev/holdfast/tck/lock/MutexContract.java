package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
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

/** One holder at a time, through the methods of {@link java.util.concurrent.locks.Lock}. */
@ExtendWith(ContractExtension.class)
final class MutexContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;

  MutexContract(Arena arena) {
    this.arena = arena;
  }

  /** Loses an update when two are inside at once. */
  private static final class Counter {
    private int value;

    void increment() {
      int read = value;
      LockSupport.parkNanos(1);
      value = read + 1;
    }
  }

  @Test
  void threadsOfSeveralClients_loseNoUpdate() {
    int perThread = 25;
    Counter counter = new Counter();
    List<CompletableFuture<Boolean>> runs = new ArrayList<>();
    for (int client = 0; client < 3; client++) {
      DistributedLock lock = arena.client().lock(arena.name());
      for (int thread = 0; thread < 4; thread++) {
        runs.add(arena.actor().starts(() -> incrementOften(lock, counter, perThread)));
      }
    }
    CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new)).join();
    assertThat(counter.value).isEqualTo(perThread * runs.size());
  }

  private static void incrementOften(DistributedLock lock, Counter counter, int times) {
    for (int round = 0; round < times; round++) {
      lock.lock();
      try {
        counter.increment();
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void freeLock_isTakenAtOnce() throws Exception {
    DistributedLock lock = arena.client().lock(arena.name());
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.isLocked()).isTrue();
    lock.unlock();
    assertThat(lock.isLocked()).isFalse();
    assertThat(lock.tryLock(Duration.ZERO)).isTrue();
    lock.unlock();
  }

  @Test
  void heldLock_isRefusedToOtherClients() throws Exception {
    DistributedLock held = arena.client().lock(arena.name());
    DistributedLock wanted = arena.client().lock(arena.name());
    held.lock();
    assertThat(wanted.tryLock()).isFalse();
    assertThat(wanted.tryLock(Duration.ZERO)).isFalse();
    assertThat(wanted.tryLock(0, TimeUnit.SECONDS)).isFalse();
    assertThat(wanted.tryLock(-1, TimeUnit.SECONDS)).isFalse();
    assertThat(wanted.tryLock(Duration.ofMillis(100))).isFalse();
    assertThat(wanted.tryAcquire(Duration.ofMillis(100))).isEmpty();
    held.unlock();
    assertThat(wanted.tryLock()).isTrue();
    wanted.unlock();
  }

  @Test
  void heldLock_isRefusedToOtherThreadsOfTheSameClient() throws Exception {
    DistributedLock lock = arena.client().lock(arena.name());
    lock.lock();
    Actor other = arena.actor();
    assertThat(other.gets(() -> lock.tryLock())).isFalse();
    assertThat(other.gets(() -> lock.tryLock(Duration.ofMillis(100)))).isFalse();
    assertThat(other.gets(() -> lock.tryAcquire(Duration.ZERO))).isEmpty();
    lock.unlock();
    assertThat(other.gets(() -> lock.tryLock())).isTrue();
    other.does(lock::unlock);
  }

  @Test
  void waiter_getsTheLockWhenAnotherClientReleases() throws Exception {
    DistributedLock held = arena.client().lock(arena.name());
    DistributedLock wanted = arena.client().lock(arena.name());
    held.lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.begins(() -> wanted.tryLock(LONG));
    waiter.awaitBlocked();
    held.unlock();
    assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
    waiter.does(wanted::unlock);
  }

  @Test
  void waiter_getsTheLockWhenAThreadOfTheSameClientReleases() throws Exception {
    DistributedLock lock = arena.client().lock(arena.name());
    lock.lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.starts(lock::lock);
    waiter.awaitBlocked();
    lock.unlock();
    assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
    waiter.does(lock::unlock);
  }

  @Test
  void waiterWhoseTimeIsOver_leavesNothing_andIsPassedOver() throws Exception {
    DistributedLock held = arena.client().lock(arena.name());
    DistributedLock wanted = arena.client().lock(arena.name());
    held.lock();
    assertThat(wanted.tryLock(Duration.ofMillis(50))).isFalse();
    arena.awaitQueue(0);
    held.unlock();
    assertThat(held.tryLock()).isTrue();
    held.unlock();
  }

  @Test
  @Needs(Capability.QUEUE)
  void tryLock_overtakesNobodyWhoWaits() throws Exception {
    DistributedLock held = arena.client().lock(arena.name());
    DistributedLock wanted = arena.client().lock(arena.name());
    DistributedLock hasty = arena.client().lock(arena.name());
    held.lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.starts(wanted::lock);
    arena.awaitQueue(1);
    held.unlock();
    assertThat(hasty.tryLock()).isFalse();
    got.get(5, TimeUnit.SECONDS);
    waiter.does(wanted::unlock);
  }
}
