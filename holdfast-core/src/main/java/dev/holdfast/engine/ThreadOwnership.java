package dev.holdfast.engine;

import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.NotHeldException;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.LockMode;
import dev.holdfast.engine.queue.ReleaseOutcome;
import dev.holdfast.engine.queue.ThreadHold;
import dev.holdfast.engine.queue.Unlock;
import dev.holdfast.spi.ResourceId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread's ownership of one lock in one mode: reentry, unlock, and the waits that could
 * never end.
 */
final class ThreadOwnership {

  private static final Logger LOGGER = System.getLogger(ThreadOwnership.class.getName());

  private final HoldfastClient client;
  private final ResourceId resource;
  private final LockMode mode;

  ThreadOwnership(HoldfastClient client, ResourceId resource, LockMode mode) {
    this.client = client;
    this.resource = resource;
    this.mode = mode;
  }

  /** What became of a thread that comes in. */
  enum Entry {
    /** It owned the lock before, and owns it once more. */
    REENTERED,
    /** It reads, and so can't write. */
    REFUSED,
    /** It must ask. */
    NEW
  }

  /** The lease by which the calling thread owns the lock; null if it does not, or not any more. */
  @Nullable EngineLease held() {
    LocalQueue queue = client.queue(resource);
    return held(queue == null ? null : queue.hold(Thread.currentThread(), mode));
  }

  private @Nullable EngineLease held(@Nullable ThreadHold hold) {
    EngineLease lease = hold == null ? null : hold.lease();
    return lease != null && lease.held(client.context().time().nanos()) ? lease : null;
  }

  int count() {
    LocalQueue queue = client.queue(resource);
    return queue == null ? 0 : queue.holdCount(Thread.currentThread(), mode);
  }

  /**
   * Counts one more hold of the calling thread, if it has one.
   *
   * @throws LockLostException if it had one and lost it
   * @throws ReentrantWaitException if it reads and would wait to write
   */
  Entry enter(Ask ask) {
    LocalQueue queue = client.queue(resource);
    ThreadHold hold = queue == null ? null : queue.anyHold(Thread.currentThread(), mode);
    if (queue == null || hold == null) {
      return Entry.NEW;
    }
    if (hold.lease().remainingNanos(client.context().time().nanos()) <= 0) {
      LossReason reason = hold.lease().lossReason();
      throw LossReport.ofHold(client, resource, reason == null ? LossReason.EXPIRED : reason);
    }
    if (hold.mode() == mode) {
      queue.reenter(hold);
      return Entry.REENTERED;
    }
    if (mode == LockMode.READ) {
      queue.readInside(hold);
      return Entry.REENTERED;
    }
    if (ask.mayWait()) {
      throw upgrade();
    }
    return Entry.REFUSED;
  }

  private ReentrantWaitException upgrade() {
    return new ReentrantWaitException(
        "Thread "
            + Thread.currentThread().getName()
            + " holds the read lock of '"
            + resource.name()
            + "' and asks for its write lock: it would wait for itself, since a read lock can't be"
            + " made a write lock. Unlock the read lock first, or take the write lock from the"
            + " beginning; it can be made a read lock.",
        resource.name(),
        client.store(),
        null);
  }

  /** Takes one {@link #enter} back. */
  void undoReentry() {
    LocalQueue queue = client.queue(resource);
    if (queue != null) {
      var unused = queue.unlock(Thread.currentThread(), mode);
    }
  }

  /**
   * A handle is not reentrant: the wait could only end by the calling thread's own unlock.
   *
   * @return the failure to tell; null if the thread may wait
   */
  @Nullable ReentrantWaitException waitForSelf() {
    LocalQueue queue = client.queue(resource);
    ThreadHold hold = queue == null ? null : queue.anyHold(Thread.currentThread(), mode);
    if (held(hold) == null) {
      return null;
    }
    return new ReentrantWaitException(
        "Thread "
            + Thread.currentThread().getName()
            + " owns '"
            + resource.name()
            + "' through lock() and would wait for itself: acquire() is not reentrant. Use"
            + " lock(), or acquire before locking.",
        resource.name(),
        client.store(),
        null);
  }

  /** As {@link #waitForSelf}, but throws. */
  void refuseWaitForSelf() {
    ReentrantWaitException refusal = waitForSelf();
    if (refusal != null) {
      throw refusal;
    }
  }

  /** A handle may be closed by another thread, so this is only suspicious. */
  void warnIfOwnHandle(Ask ask) {
    LocalQueue queue = client.queue(resource);
    EngineLease lease = queue == null || !ask.mayWait() ? null : queue.handleInTheWay(ask);
    if (lease != null && lease.held(client.context().time().nanos())) {
      LOGGER.log(
          Level.WARNING,
          "Thread {0} waits for ''{1}'', whose lease it acquired itself as a handle; if no other"
              + " thread closes that, the wait never succeeds",
          ask.thread(),
          resource.name());
    }
  }

  /** Whether the thread has given up its hold and the outcome is not known yet. */
  boolean awaitsRelease() {
    LocalQueue queue = client.queue(resource);
    return queue != null && queue.awaitsRelease(Thread.currentThread(), mode);
  }

  void unlock() {
    LocalQueue queue = client.queue(resource);
    long limit = limitNanos(queue);
    Unlock unlock = queue == null ? null : queue.unlock(Thread.currentThread(), mode);
    finish(queue, unlock, limit);
  }

  /**
   * Gives up one hold, for a caller that gives up others before it waits for the outcomes.
   *
   * @return waits for the outcome and throws what {@link #unlock} would
   */
  Runnable beginUnlock() {
    LocalQueue queue = client.queue(resource);
    long untilNanos = client.context().time().nanos() + limitNanos(queue);
    Unlock unlock = queue == null ? null : queue.unlock(Thread.currentThread(), mode);
    return () -> finish(queue, unlock, untilNanos - client.context().time().nanos());
  }

  private long limitNanos(@Nullable LocalQueue queue) {
    ThreadHold before = queue == null ? null : queue.hold(Thread.currentThread(), mode);
    return LeaseRelease.limitNanos(before == null ? null : before.lease(), client.context().time());
  }

  private void finish(@Nullable LocalQueue queue, @Nullable Unlock unlock, long limit) {
    ThreadHold hold = unlock == null ? null : unlock.hold();
    if (queue == null || unlock == null || hold == null) {
      throw notHeld(queue);
    }
    CompletableFuture<ReleaseOutcome> release = unlock.release();
    LossReason lost = hold.lease().lossReason();
    if (release == null) {
      // Validity is computed, so it may be over before anything has marked the lease as lost.
      if (lost == null && hold.lease().remainingNanos(client.context().time().nanos()) <= 0) {
        lost = LossReason.EXPIRED;
      }
      if (lost != null) {
        throw LossReport.ofRelease(client, hold.lease(), lost);
      }
      return;
    }
    if (lost == null && !LeaseRelease.confirmed(client, release, limit)) {
      queue.releaseUnknown(hold, release);
      throw LeaseRelease.unconfirmed(client, hold.lease());
    }
    queue.forget(hold);
    LeaseRelease.report(client, hold.lease(), release.getNow(ReleaseOutcome.UNKNOWN));
  }

  NotHeldException notHeld() {
    return notHeld(client.queue(resource));
  }

  private NotHeldException notHeld(@Nullable LocalQueue queue) {
    EngineLease lease = queue == null ? null : queue.current();
    String owner =
        lease == null
            ? "This client does not hold it."
            : "Its lease was acquired by thread " + lease.ask().thread() + ".";
    return new NotHeldException(
        "Unlock of '"
            + resource.name()
            + "': thread "
            + Thread.currentThread().getName()
            + " does not own it. "
            + owner
            + " A handle is released by closing it.",
        resource.name(),
        client.store());
  }
}
