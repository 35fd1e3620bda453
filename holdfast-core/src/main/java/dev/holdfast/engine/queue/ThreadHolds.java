package dev.holdfast.engine.queue;

import dev.holdfast.engine.session.EngineContext;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The threads that own one lock in one mode, by identity of the thread and never by its id, so that
 * no new thread inherits the hold of an old one. At most one of those who own it alone is held;
 * others are lost, or wait for the outcome of their release. Guarded by the queue.
 */
final class ThreadHolds {

  private final LockMode mode;
  // By identity also where a subclass of Thread has an equality of its own.
  private final IdentityHashMap<Thread, ThreadHold> holds = new IdentityHashMap<>(4);

  ThreadHolds(LockMode mode) {
    this.mode = mode;
  }

  boolean isEmpty() {
    return holds.isEmpty();
  }

  /**
   * A thread owns a lease.
   *
   * @return the hold whose place it takes: its release had no answer yet; null if there was none
   */
  @Nullable ThreadHold begin(Thread owner, EngineLease lease) {
    return holds.put(owner, new ThreadHold(owner, lease, mode, 1));
  }

  /** Whether a hold is held, lost, or waits for the outcome of its release. */
  boolean keeps(ThreadHold hold) {
    return holds.get(hold.owner()) == hold;
  }

  /** The hold of a thread, held or lost; null if there is none or it is only being released. */
  @Nullable ThreadHold get(Thread thread) {
    ThreadHold hold = holds.get(thread);
    return hold == null || hold.unknownRelease() != null ? null : hold;
  }

  /** Whether the thread's hold is only waiting for the outcome of its release. */
  boolean awaitsRelease(Thread thread) {
    ThreadHold hold = holds.get(thread);
    return hold != null && hold.unknownRelease() != null;
  }

  /** The hold that a lease belongs to; null if it is a handle's. */
  @Nullable ThreadHold of(EngineLease lease) {
    Thread owner = lease.ask().owner();
    ThreadHold hold = owner == null ? null : holds.get(owner);
    return hold != null && hold.lease() == lease ? hold : null;
  }

  /** Counts one hold down. */
  Unlock unlock(Thread thread) {
    ThreadHold hold = holds.get(thread);
    if (hold == null) {
      return Unlock.NOT_HELD;
    }
    CompletableFuture<ReleaseOutcome> earlier = hold.unknownRelease();
    if (earlier != null) {
      return new Unlock(Unlock.Kind.RELEASING, hold, earlier);
    }
    hold.countDown();
    if (hold.count() > 0) {
      return new Unlock(Unlock.Kind.COUNTED, hold, null);
    }
    holds.remove(thread);
    return new Unlock(Unlock.Kind.LAST, hold, null);
  }

  /** Keeps a hold whose release has no answer yet, unless its thread owns the lock anew. */
  void keepUntilReported(ThreadHold hold, CompletableFuture<ReleaseOutcome> release) {
    hold.releasedWithoutAnswer(release);
    holds.putIfAbsent(hold.owner(), hold);
  }

  boolean remove(ThreadHold hold) {
    return holds.get(hold.owner()) == hold && holds.remove(hold.owner()) == hold;
  }

  /** The threads that have ended without unlocking; each is returned once. */
  List<ThreadHold> leaked(EngineContext context) {
    List<ThreadHold> leaked = new ArrayList<>();
    for (ThreadHold hold : holds.values()) {
      if (hold.leaked(context)) {
        leaked.add(hold);
      }
    }
    return leaked;
  }
}
