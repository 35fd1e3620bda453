package dev.holdfast.engine.queue;

import dev.holdfast.engine.queue.Unlock.Kind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of those who want a lock alone: who gets the lease next, and what is asked of the
 * store for whom. Guarded by the queue.
 */
final class ExclusiveCore extends QueueCore {

  /** What the writer that reads on keeps of all units. */
  private static final int UNITS_OF_A_READER = 1;

  private @Nullable EngineLease current;

  ExclusiveCore(LocalQueue queue, Cores cores) {
    super(queue, cores, LockMode.WRITE);
  }

  @Nullable EngineLease current() {
    return current;
  }

  @Override
  boolean idle() {
    return current == null && super.idle();
  }

  // ---- callers -----------------------------------------------------------------------------

  @Override
  void admit(Waiter waiter, Effects effects) {
    if (home.closed()) {
      waiter.fail(closed(), effects);
    } else if (!waiter.ask().mayWait() && (busy() || cores.sharedNow())) {
      waiter.refuse(effects);
    } else if (!waiter.ask().mayWait() || waiter.ask().fair()) {
      askFor(waiter, effects);
    } else {
      waiting.share(waiter);
      goOn(effects);
    }
  }

  /** Whether somebody here holds the lock alone, or is next. */
  boolean busy() {
    EngineLease lease = current;
    return waiting.anySharing() || (lease != null && lease.held(context.time().nanos()));
  }

  /** Whoever has a request of its own here counts like a waiter of another client. */
  void othersWait() {
    EngineLease lease = current;
    if (lease != null) {
      lease.request().budget().othersWait(context.time().nanos());
    }
  }

  @Override
  void goOn(Effects effects) {
    Waiter head = waiting.head();
    EngineLease lease = current;
    // What may be handed on is waited for; if it is not, its release sends the next request.
    boolean handoffLikely = lease != null && lease.open() && lease.mayBeHandedOn();
    if (head != null && waiting.pending() == null && !handoffLikely && !home.closed()) {
      StoreRequest request = newRequest(head.ask());
      waiting.setPending(request);
      request.start(effects);
    }
  }

  // ---- leases ------------------------------------------------------------------------------

  @Override
  Unlock ended(ThreadHold hold, Effects effects) {
    EngineLease lease = hold.lease();
    return new Unlock(
        Kind.RELEASING,
        hold,
        cores.readsOn(hold) ? downgrade(lease, effects) : giveBack(lease, effects));
  }

  @Override
  CompletableFuture<ReleaseOutcome> giveBack(EngineLease lease, Effects effects) {
    long nowNanos = context.time().nanos();
    expireIfOver(lease, nowNanos, effects);
    if (lease.open()) {
      lease.release();
      current = null;
      if (handedOn(lease, nowNanos, effects)) {
        return CompletableFuture.completedFuture(ReleaseOutcome.HANDED_ON);
      }
      lease.request().withdraw(effects);
    } else {
      endWork(lease, effects);
    }
    goOn(effects);
    return lease.request().released();
  }

  /** The thread goes on reading: its lease stays, and the store lets other readers in. */
  private CompletableFuture<ReleaseOutcome> downgrade(EngineLease lease, Effects effects) {
    expireIfOver(lease, context.time().nanos(), effects);
    if (!lease.open()) {
      goOn(effects);
      return lease.request().released();
    }
    current = null;
    cores.shared().adopt(lease);
    CompletableFuture<ReleaseOutcome> shrunk = lease.shrink(UNITS_OF_A_READER, effects);
    goOn(effects);
    return shrunk;
  }

  private void expireIfOver(EngineLease lease, long nowNanos, Effects effects) {
    if (lease.open() && lease.remainingNanos(nowNanos) <= 0) {
      expire(lease, effects);
    }
  }

  private boolean handedOn(EngineLease lease, long nowNanos, Effects effects) {
    Waiter next = waiting.head();
    StoreRequest request = lease.request();
    if (next == null
        || !lease.mayBeHandedOn()
        || next.ask().leaseTime().isPresent()
        || !request.handoffAllowed(lease.handoffs(), nowNanos)) {
      return false;
    }
    waiting.removeHead();
    request.budget().count();
    give(next, request, lease.handoffs() + 1, effects);
    return true;
  }

  private void give(Waiter waiter, StoreRequest request, int handoffs, Effects effects) {
    expireStale(effects);
    cores.expireShared(effects);
    long nowNanos = context.time().nanos();
    EngineLease lease =
        EngineLease.begin(queue, request, waiter.ask(), handoffs, nowNanos, effects);
    current = lease;
    if (waiting.anyFair() || cores.sharersWait()) {
      request.budget().othersWait(nowNanos);
    }
    Thread owner = waiter.ask().owner();
    if (owner != null) {
      begin(owner, lease, effects);
    }
    waiter.give(lease, handoffs > 0, effects);
    if (lease.bounded()) {
      effects.add(() -> queue.watchDeadline(lease));
    }
    goOn(effects);
  }

  /** The store has given the lock to another request, so what is held is over, timer or not. */
  void expireStale(Effects effects) {
    EngineLease stale = current;
    if (stale != null && stale.open()) {
      expire(stale, effects);
    }
  }

  @Override
  @Nullable EngineLease leaseOf(StoreRequest request) {
    EngineLease lease = current;
    return lease != null && lease.request() == request ? lease : null;
  }

  @Override
  void drop(EngineLease lease) {
    if (current == lease) {
      current = null;
    }
  }

  // ---- events of requests ------------------------------------------------------------------

  @Override
  void onGranted(StoreRequest request, Effects effects) {
    Waiter own = waiting.disown(request);
    if (own != null) {
      give(own, request, 0, effects);
      return;
    }
    if (request == waiting.pending()) {
      waiting.setPending(null);
      Waiter head = waiting.head();
      if (head != null && fits(request, head)) {
        waiting.removeHead();
        give(head, request, 0, effects);
        return;
      }
    }
    // Nobody wants it any more, or its bound was meant for somebody who has left.
    request.withdraw(effects);
    goOn(effects);
  }

  private static boolean fits(StoreRequest request, Waiter waiter) {
    return !request.boundedFromFirstSending()
        || request.request().leaseTime().equals(waiter.ask().leaseTime());
  }

  // ---- the end -----------------------------------------------------------------------------

  @Override
  List<CompletableFuture<ReleaseOutcome>> close(Effects effects) {
    List<CompletableFuture<ReleaseOutcome>> releases = endWaits(effects);
    EngineLease lease = current;
    if (lease != null && lease.open()) {
      // Nobody is left to whom it could be handed on.
      releases.add(giveBack(lease, effects));
    }
    return releases;
  }
}
