package dev.holdfast.engine.queue;

import dev.holdfast.engine.session.EngineContext;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A thread's ownership of a lock: its lease and how often it has locked. Guarded by the queue,
 * except the final fields.
 */
public final class ThreadHold {

  private final Thread owner;
  private final EngineLease lease;
  private final LockMode mode;
  private int count;
  private @Nullable CompletableFuture<ReleaseOutcome> unknownRelease;
  private boolean leakTold;

  ThreadHold(Thread owner, EngineLease lease, LockMode mode, int count) {
    this.count = count;
    this.owner = owner;
    this.lease = lease;
    this.mode = mode;
  }

  /** The thread. */
  public Thread owner() {
    return owner;
  }

  /** Its lease, held or lost. */
  public EngineLease lease() {
    return lease;
  }

  /** In which mode it owns the lock. */
  public LockMode mode() {
    return mode;
  }

  int count() {
    return count;
  }

  /**
   * Counts one more.
   *
   * @throws Error if the count is used up, as {@link java.util.concurrent.locks.ReentrantLock} does
   */
  void countUp(String lockName) {
    if (count == Integer.MAX_VALUE) {
      throw new Error(
          "Maximum lock count exceeded: thread "
              + owner.getName()
              + " has locked '"
              + lockName
              + "' "
              + count
              + " times without unlocking");
    }
    count++;
  }

  void countDown() {
    count--;
  }

  /** The release whose outcome is not known yet; null if there is none. */
  @Nullable CompletableFuture<ReleaseOutcome> unknownRelease() {
    return unknownRelease;
  }

  void releasedWithoutAnswer(CompletableFuture<ReleaseOutcome> release) {
    unknownRelease = release;
  }

  /** Whether its thread has ended without unlocking; true once. */
  boolean leaked(EngineContext context) {
    if (leakTold || owner.isAlive() || !lease.held(context.time().nanos())) {
      return false;
    }
    leakTold = true;
    return true;
  }
}
