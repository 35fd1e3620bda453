package dev.holdfast.engine.queue;

import dev.holdfast.spi.Request;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The two ways to have the lock of one queue, and what each must know of the other: alone, or
 * shared. Guarded by the queue.
 */
final class Cores {

  private final LocalQueue queue;
  private final ExclusiveCore exclusive;
  // Null until somebody asks to share, so that a lock that nobody shares costs nothing more.
  private @Nullable SharedCore shared;

  /** Nobody has anything. The queue knows its home and its resource already. */
  Cores(LocalQueue queue) {
    this.queue = queue;
    this.exclusive = new ExclusiveCore(queue, this);
  }

  ExclusiveCore exclusive() {
    return exclusive;
  }

  SharedCore shared() {
    SharedCore present = shared;
    if (present == null) {
      present = new SharedCore(queue, this);
      shared = present;
    }
    return present;
  }

  /** Who serves such an ask. */
  QueueCore of(Ask ask) {
    ResourceId resource = queue.resource();
    boolean alone = resource.kind() == ResourceKind.LOCK && ask.units() == Request.ALL;
    return alone ? exclusive : shared();
  }

  boolean idle() {
    return exclusive.idle() && (shared == null || shared.idle());
  }

  /** How many wait, in both ways. */
  int waiting() {
    return exclusive.waiting.size() + (shared == null ? 0 : shared.waiting.size());
  }

  /** What is held, in both ways, whatever the clock says. */
  List<EngineLease> leases() {
    List<EngineLease> leases = new ArrayList<>();
    EngineLease alone = exclusive.current();
    if (alone != null) {
      leases.add(alone);
    }
    if (shared != null) {
      leases.addAll(shared.leases());
    }
    return leases;
  }

  // ---- holds -------------------------------------------------------------------------------

  /** The threads that own it in a mode; null if none ever did. */
  @Nullable ThreadHolds holds(LockMode mode) {
    if (mode == LockMode.WRITE) {
      return exclusive.holds();
    }
    return shared == null ? null : shared.holds();
  }

  /** The hold of a thread, held or lost; null if there is none or it is only being released. */
  @Nullable ThreadHold hold(Thread thread, LockMode mode) {
    ThreadHolds holds = holds(mode);
    return holds == null ? null : holds.get(thread);
  }

  /** The holds that hang on a lease: none if it is a handle's, two if its owner reads inside. */
  List<ThreadHold> holdsOf(EngineLease lease) {
    List<ThreadHold> found = new ArrayList<>(2);
    for (LockMode mode : LockMode.values()) {
      ThreadHolds holds = holds(mode);
      ThreadHold hold = holds == null ? null : holds.of(lease);
      if (hold != null) {
        found.add(hold);
      }
    }
    return found;
  }

  /** The threads that have ended without unlocking; each is returned once. */
  List<ThreadHold> leaked() {
    List<ThreadHold> leaked = new ArrayList<>();
    for (LockMode mode : LockMode.values()) {
      ThreadHolds holds = holds(mode);
      if (holds != null) {
        leaked.addAll(holds.leaked(queue.context()));
      }
    }
    return leaked;
  }

  Unlock unlock(Thread thread, LockMode mode, Effects effects) {
    if (mode == LockMode.WRITE) {
      return exclusive.unlock(thread, effects);
    }
    return shared == null ? Unlock.NOT_HELD : shared.unlock(thread, effects);
  }

  /** Whether the owner of the lock reads inside, and so goes on when it owns it no longer alone. */
  boolean readsOn(ThreadHold writing) {
    ThreadHold reading = hold(writing.owner(), LockMode.READ);
    return reading != null && reading.lease() == writing.lease();
  }

  /** Whether the owner of the lock, who reads inside, owns it alone still. */
  boolean writesOn(ThreadHold reading) {
    ThreadHold writing = hold(reading.owner(), LockMode.WRITE);
    return writing != null && writing.lease() == reading.lease();
  }

  // ---- what one knows of the other ---------------------------------------------------------

  /** Whether somebody here shares the lock now. */
  boolean sharedNow() {
    return shared != null && shared.anyHeld();
  }

  /** Whether somebody here waits to share the lock. */
  boolean sharersWait() {
    return shared != null && shared.anyWaits();
  }

  /** The store has given the lock to one alone, so whoever shares it here does no more. */
  void expireShared(Effects effects) {
    if (shared != null) {
      shared.expireAll(effects);
    }
  }

  /** A lease that a thread has acquired as a handle and would wait for to end; null if none. */
  @Nullable EngineLease handleInTheWay(Ask ask) {
    EngineLease lease = exclusive.current();
    if (lease != null && lease.ask().isHandleOf(ask.threadId())) {
      return lease;
    }
    return shared == null || of(ask) == shared ? null : shared.handleOf(ask.threadId());
  }

  /** Ends all waits and leases; returns the releases that are under way. */
  List<CompletableFuture<ReleaseOutcome>> close(Effects effects) {
    List<CompletableFuture<ReleaseOutcome>> releases = exclusive.close(effects);
    if (shared != null) {
      releases.addAll(shared.close(effects));
    }
    return releases;
  }
}
