package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.LockView;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Leases as handles: from any thread, closed once, asked for without blocking. */
@ExtendWith(ContractExtension.class)
final class HandleContract {

  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedLock lock;
  private final DistributedLock other;

  HandleContract(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void lease_tellsWhatItIs_untilItIsClosed() throws Exception {
    Lease lease = lock.acquire();
    assertThat(lease.name()).isEqualTo(arena.name());
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(Arena.TTL);
    assertThat(lease.lossReason()).isEmpty();
    lease.requireRemaining(Duration.ofMillis(1));
    lease.close();
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThat(lease.lossReason()).isEmpty();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }

  @Test
  void close_byAnotherThread_works_andOnlyTheFirstCallDoesSomething() throws Exception {
    Lease first = lock.acquire(LONG);
    arena.actor().does(first::close);
    Lease second = other.acquire(LONG);
    first.close();
    assertThat(second.isHeld()).isTrue();
    assertThat(lock.tryLock()).isFalse();
    second.close();
  }

  @Test
  void acquire_notInTime_throwsLockNotAcquiredException_namingTheHolder() throws Exception {
    try (Lease lease = lock.note("nightly report").acquire(LONG)) {
      assertThatThrownBy(() -> other.acquire(SHORT))
          .isInstanceOf(LockNotAcquiredException.class)
          .hasMessageContaining(arena.name())
          .hasMessageContaining("client-1")
          .hasMessageContaining("nightly report")
          .satisfies(failure -> assertNamed((LockNotAcquiredException) failure, lease));
      assertThat(other.tryAcquire(SHORT)).isEmpty();
      assertThat(other.tryAcquire(Duration.ZERO)).isEmpty();
    }
  }

  private void assertNamed(LockNotAcquiredException failure, Lease lease) {
    assertThat(failure.lockName()).isEqualTo(arena.name());
    assertThat(failure.view()).isPresent();
    assertThat(failure.view().orElseThrow().holders())
        .singleElement()
        .extracting(LockView.Holder::fencingToken)
        .isEqualTo(lease.fencingToken());
  }

  @Test
  void acquireAsync_completesWhenItIsGranted() throws Exception {
    Lease first = lock.acquire(LONG);
    CompletableFuture<Lease> second = arena.watch(other.acquireAsync(LONG));
    arena.awaitQueue(1);
    assertThat(second).isNotDone();
    first.close();
    try (Lease lease = second.get(5, TimeUnit.SECONDS)) {
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void acquireAsync_notInTime_failsWithLockNotAcquiredException() throws Exception {
    try (Lease lease = lock.acquire(LONG)) {
      CompletableFuture<Lease> late = arena.watch(other.acquireAsync(SHORT));
      assertThatThrownBy(() -> late.get(5, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(LockNotAcquiredException.class);
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void acquireAsync_cancelled_isWithdrawn() throws Exception {
    try (Lease lease = lock.acquire(LONG)) {
      CompletableFuture<Lease> given = arena.watch(other.acquireAsync(LONG));
      arena.awaitQueue(1);
      assertThat(given.cancel(false)).isTrue();
      arena.awaitQueue(0);
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(lock.tryLock(LONG)).isTrue();
    lock.unlock();
  }

  @Test
  void handle_isNotReentrant_aThreadThatOwnsTheLockIsToldAtOnce() throws Exception {
    lock.lock();
    assertThatThrownBy(() -> lock.acquire(LONG))
        .isInstanceOf(ReentrantWaitException.class)
        .hasMessageContaining(arena.name());
    assertThatThrownBy(() -> lock.tryAcquire(LONG)).isInstanceOf(ReentrantWaitException.class);
    assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
    lock.unlock();
  }

  @Test
  void acquireAsync_byAThreadThatOwnsTheLock_isToldAtOnce() throws Exception {
    lock.lock();
    CompletableFuture<Lease> refused = arena.watch(lock.acquireAsync(LONG));
    assertThat(refused).isCompletedExceptionally();
    assertThatThrownBy(refused::get)
        .hasCauseInstanceOf(ReentrantWaitException.class)
        .hasMessageContaining(arena.name());

    CompletableFuture<Lease> later = arena.watch(arena.actor().gets(() -> lock.acquireAsync(LONG)));
    assertThat(later).as("asked by a thread that owns nothing").isNotDone();
    lock.unlock();
    later.get(5, TimeUnit.SECONDS).close();
  }

  @Test
  void run_releasesWhenItEnds_normallyOrNot() throws Exception {
    lock.run(LONG, lease -> assertThat(lease.isHeld()).isTrue());
    assertThat(other.tryLock()).isTrue();
    other.unlock();
    assertThatThrownBy(
            () ->
                lock.run(
                    LONG,
                    lease -> {
                      throw new IOException("of the body");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("of the body");
    assertThat(other.<Integer, RuntimeException>call(LONG, lease -> 42)).isEqualTo(42);
  }

  @Test
  void handles_areHandedOnInsideTheClient_withRisingTokens() throws Exception {
    Lease first = lock.acquire(LONG);
    Actor waiter = arena.actor();
    CompletableFuture<Lease> next = waiter.begins(() -> lock.acquire(LONG));
    waiter.awaitBlocked();
    first.close();
    try (Lease second = next.get(5, TimeUnit.SECONDS)) {
      assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
    }
  }
}
