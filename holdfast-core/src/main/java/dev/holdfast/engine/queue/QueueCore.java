package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import dev.holdfast.LossReason;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Silence;
import dev.holdfast.spi.ResourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of one {@link LocalQueue}: who gets the lease next, and what is asked of the
 * store for whom. Every method is called under the queue's guard, and what it wants done outside
 * goes into the {@link Effects}.
 */
final class QueueCore {

  private final LocalQueue queue;
  private final QueueHome home;
  private final EngineContext context;
  private final ResourceId resource;

  private final WaitList waiting = new WaitList();
  private final ThreadHolds holds = new ThreadHolds();
  private final Silence silence = new Silence();
  private @Nullable EngineLease current;
  private int openRequests;

  QueueCore(LocalQueue queue, QueueHome home, ResourceId resource) {
    this.queue = queue;
    this.home = home;
    this.context = home.context();
    this.resource = resource;
  }

  ThreadHolds holds() {
    return holds;
  }

  @Nullable EngineLease current() {
    return current;
  }

  /** Whether nothing of the lock is in use here. */
  boolean idle() {
    return openRequests == 0 && current == null && waiting.isEmpty() && holds.isEmpty();
  }

  // ---- callers -----------------------------------------------------------------------------

  void admit(Waiter waiter, Effects effects) {
    if (home.closed()) {
      waiter.fail(closed(), effects);
    } else if (!waiter.ask().mayWait() && busyHere()) {
      waiter.refuse(effects);
    } else if (!waiter.ask().mayWait() || waiter.ask().fair()) {
      askFor(waiter, effects);
    } else {
      waiting.share(waiter);
      askIfNeeded(effects);
    }
  }

  private boolean busyHere() {
    EngineLease lease = current;
    return waiting.anySharing() || (lease != null && lease.held(context.time().nanos()));
  }

  private void askFor(Waiter waiter, Effects effects) {
    StoreRequest request = newRequest(waiter.ask());
    waiting.own(request, waiter);
    EngineLease lease = current;
    if (lease != null && waiter.ask().mayWait()) {
      // Whoever asks for strict order counts like a waiter of another client.
      lease.request().budget().othersWait(context.time().nanos());
    }
    request.start(effects);
  }

  private void askIfNeeded(Effects effects) {
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

  private StoreRequest newRequest(Ask ask) {
    if (openRequests == 0) {
      // Nothing was asked of the store, so what it did not say before means nothing.
      silence.broken();
    }
    openRequests++;
    return new StoreRequest(queue, this, ask.toRequest(home.nextRequestId(), resource));
  }

  /** Ends a late waiter; false if only the answer to its first call is awaited, which ends it. */
  boolean waitOver(Waiter waiter, Effects effects) {
    if (!waiter.waiting()) {
      return true;
    }
    waiter.setLate();
    StoreRequest request = waiting.requestOf(waiter);
    if (request != null && request.firstAnswerPending()) {
      return false;
    }
    boolean failing = request != null && request.failing();
    drop(waiter, effects);
    if (failing) {
      waiter.fail(unreachable(), effects);
    } else {
      waiter.refuse(effects);
    }
    return true;
  }

  void fail(Waiter waiter, Effects effects) {
    if (waiter.waiting()) {
      drop(waiter, effects);
      waiter.fail(unreachable(), effects);
    }
  }

  boolean withdraw(Waiter waiter, Effects effects) {
    if (!waiter.waiting()) {
      return false;
    }
    waiter.withdraw();
    drop(waiter, effects);
    return true;
  }

  /** Takes a waiter out; what is asked for it alone is taken back. */
  private void drop(Waiter waiter, Effects effects) {
    StoreRequest own = waiter.own();
    if (own != null) {
      waiting.disown(own);
      own.withdraw(effects);
      return;
    }
    waiting.remove(waiter);
    StoreRequest pending = waiting.pending();
    if (!waiting.anySharing() && pending != null) {
      waiting.setPending(null);
      pending.withdraw(effects);
    }
  }

  // ---- leases ------------------------------------------------------------------------------

  Unlock unlock(Thread thread, Effects effects) {
    Unlock unlock = holds.unlock(thread);
    ThreadHold hold = unlock.hold();
    if (unlock.kind() != Unlock.Kind.LAST || hold == null) {
      return unlock;
    }
    if (!hold.lease().open()) {
      effects.add(() -> home.unkept(hold));
    }
    return new Unlock(Unlock.Kind.RELEASING, hold, giveBack(hold.lease(), effects));
  }

  CompletableFuture<ReleaseOutcome> giveBack(EngineLease lease, Effects effects) {
    long nowNanos = context.time().nanos();
    if (lease.open() && lease.remainingNanos(nowNanos) <= 0) {
      expire(lease, effects);
    }
    if (lease.open()) {
      lease.release();
      current = null;
      if (handedOn(lease, nowNanos, effects)) {
        return CompletableFuture.completedFuture(ReleaseOutcome.HANDED_ON);
      }
      lease.request().withdraw(effects);
    }
    askIfNeeded(effects);
    return lease.request().released();
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
    EngineLease stale = current;
    if (stale != null && stale.open()) {
      // The store has given the lock on, so this one is over, whatever its timer says.
      expire(stale, effects);
    }
    long nowNanos = context.time().nanos();
    EngineLease lease =
        EngineLease.begin(queue, request, waiter.ask(), handoffs, nowNanos, effects);
    current = lease;
    if (waiting.anyFair()) {
      request.budget().othersWait(nowNanos);
    }
    Thread owner = waiter.ask().owner();
    ThreadHold replaced = owner == null ? null : holds.begin(owner, lease);
    if (replaced != null) {
      effects.add(() -> home.unkept(replaced));
    }
    waiter.give(lease, handoffs > 0, effects);
    if (lease.bounded()) {
      effects.add(() -> queue.watchDeadline(lease));
    }
    askIfNeeded(effects);
  }

  /** The lease's own bound has come. */
  void deadline(EngineLease lease, Effects effects) {
    if (lease.open()) {
      expire(lease, effects);
      askIfNeeded(effects);
    }
  }

  private void expire(EngineLease lease, Effects effects) {
    lose(lease, LossReason.EXPIRED, effects);
    lease.request().withdraw(effects);
  }

  private void lose(EngineLease lease, LossReason reason, Effects effects) {
    if (current == lease) {
      current = null;
    }
    lease.lose(reason, effects);
    ThreadHold hold = holds.of(lease);
    if (hold != null) {
      effects.add(() -> home.remember(hold));
      if (home.interruptOnLoss()) {
        // Under the guard, so that it can't hit the thread after its unlock.
        hold.owner().interrupt();
      }
    }
  }

  // ---- events of requests ------------------------------------------------------------------

  /** The store gives signs of life. */
  void contact() {
    silence.broken();
  }

  /** The store gives no sign of life. */
  void silent() {
    silence.goesOn(context.time().nanos());
  }

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
    askIfNeeded(effects);
  }

  private static boolean fits(StoreRequest request, Waiter waiter) {
    return !request.boundedFromFirstSending()
        || request.request().leaseTime().equals(waiter.ask().leaseTime());
  }

  void onQueued(StoreRequest request, Effects effects) {
    for (Waiter waiter : waiting.servedBy(request)) {
      if (waiter.late()) {
        drop(waiter, effects);
        waiter.refuse(effects);
      }
    }
  }

  void onRefused(StoreRequest request, Effects effects) {
    for (Waiter waiter : part(request)) {
      waiter.refuse(effects);
    }
  }

  void onFailed(StoreRequest request, HoldfastException failure, Effects effects) {
    for (Waiter waiter : part(request)) {
      waiter.fail(failure, effects);
    }
  }

  /** Parts a request from those whom it served. */
  private List<Waiter> part(StoreRequest request) {
    if (request == waiting.pending()) {
      waiting.setPending(null);
      return waiting.drain();
    }
    Waiter own = waiting.disown(request);
    return own == null ? List.of() : List.of(own);
  }

  void onUnreachable(StoreRequest request, HoldfastException failure, Effects effects) {
    long nowNanos = context.time().nanos();
    silence.goesOn(nowNanos, failure);
    for (Waiter waiter : waiting.servedBy(request)) {
      boolean impatient = waiter.late() || !waiter.ask().mayWait();
      if (impatient || (waiter.ask().unlimited() && silence.tooLong(nowNanos))) {
        fail(waiter, effects);
      }
    }
  }

  /** There is still no connection, and so no failure either that would tell of it. */
  void onStillDetached(StoreRequest request, Effects effects) {
    for (Waiter waiter : waiting.servedBy(request)) {
      if (waiter.ask().unlimited() && silence.tooLong(context.time().nanos())) {
        fail(waiter, effects);
      }
    }
  }

  void onLost(StoreRequest request, LossReason reason, Effects effects) {
    EngineLease lease = current;
    if (lease != null && lease.request() == request) {
      lose(lease, reason, effects);
    }
    if (request == waiting.pending()) {
      waiting.setPending(null);
    }
    Waiter own = waiting.disown(request);
    if (own != null && own.late()) {
      own.refuse(effects);
    } else if (own != null) {
      askFor(own, effects);
    }
    askIfNeeded(effects);
  }

  void onDone(Effects effects) {
    openRequests--;
  }

  // ---- the end -----------------------------------------------------------------------------

  List<CompletableFuture<ReleaseOutcome>> close(Effects effects) {
    List<CompletableFuture<ReleaseOutcome>> releases = new ArrayList<>();
    List<Waiter> ended = new ArrayList<>(waiting.owners());
    for (Waiter owner : ended) {
      StoreRequest own = waiting.requestOf(owner);
      if (own != null) {
        releases.add(own.released());
      }
      drop(owner, effects);
    }
    StoreRequest pending = waiting.pending();
    if (pending != null) {
      waiting.setPending(null);
      pending.withdraw(effects);
      releases.add(pending.released());
    }
    ended.addAll(waiting.drain());
    ended.forEach(waiter -> waiter.fail(closed(), effects));
    EngineLease lease = current;
    if (lease != null && lease.open()) {
      // Nobody is left to whom it could be handed on.
      releases.add(giveBack(lease, effects));
    }
    return releases;
  }

  private HoldfastException closed() {
    return QueueFailures.closed(resource.name(), context.store().address());
  }

  private HoldfastException unreachable() {
    return QueueFailures.unreachable(resource.name(), context.store(), silence.reason());
  }
}
