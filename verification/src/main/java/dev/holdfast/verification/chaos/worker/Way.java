package dev.holdfast.verification.chaos.worker;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The ways to ask for a lock. */
enum Way {
  LOCK,
  LOCK_INTERRUPTIBLY,
  TRY_LOCK,
  TRY_LOCK_WAIT,
  TRY_LOCK_WAIT_LEASE,
  ACQUIRE,
  TRY_ACQUIRE,
  ACQUIRE_ASYNC;

  private static final int WAIT_MILLIS_MAX = 1_500;
  private static final int LEASE_MILLIS_MAX = 400;
  private static final int PATIENCE_MILLIS_MAX = 300;

  static Way pick(Random random) {
    return values()[random.nextInt(values().length)];
  }

  /** Whether an interrupt ends it. */
  boolean interruptible() {
    return this != LOCK && this != TRY_LOCK;
  }

  /**
   * Asks.
   *
   * @return what the thread has got; empty if it was not granted in time
   * @throws CancellationException if the request was cancelled
   */
  Optional<Held> ask(DistributedLock lock, Random random) throws InterruptedException {
    Duration wait = Duration.ofMillis(random.nextInt(WAIT_MILLIS_MAX));
    return switch (this) {
      case LOCK -> {
        lock.lock();
        yield Optional.of(Held.byThread(lock));
      }
      case LOCK_INTERRUPTIBLY -> {
        lock.lockInterruptibly();
        yield Optional.of(Held.byThread(lock));
      }
      case TRY_LOCK -> owned(lock.tryLock(), lock);
      case TRY_LOCK_WAIT -> owned(lock.tryLock(wait), lock);
      case TRY_LOCK_WAIT_LEASE ->
          owned(lock.tryLock(wait, Duration.ofMillis(1 + random.nextInt(LEASE_MILLIS_MAX))), lock);
      case ACQUIRE -> Optional.of(Held.byHandle(lock.acquire(wait)));
      case TRY_ACQUIRE -> lock.tryAcquire(wait).map(Held::byHandle);
      case ACQUIRE_ASYNC -> Optional.of(Held.byHandle(async(lock.acquireAsync(wait), random)));
    };
  }

  private static Optional<Held> owned(boolean got, DistributedLock lock) {
    return got ? Optional.of(Held.byThread(lock)) : Optional.empty();
  }

  /** Waits for a while and then cancels; an interrupt cancels at once. */
  private static Lease async(CompletableFuture<Lease> asked, Random random)
      throws InterruptedException {
    boolean interrupted = false;
    try {
      return asked.get(random.nextInt(PATIENCE_MILLIS_MAX), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (TimeoutException e) {
      // The patience is at its end.
    }
    if (asked.cancel(true)) {
      if (interrupted) {
        throw new InterruptedException("Interrupted, and cancelled");
      }
      throw new CancellationException("Cancelled");
    }
    try {
      return asked.join();
    } catch (CompletionException e) {
      throw unwrapped(e.getCause());
    }
  }

  private static RuntimeException unwrapped(@Nullable Throwable cause) {
    if (cause instanceof RuntimeException known) {
      return known;
    }
    throw new IllegalStateException("A request failed with a checked exception", cause);
  }
}
