package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import dev.holdfast.LossReason;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.ResourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of one {@link LocalQueue}, as far as they are the same for those who want the
 * lock alone ({@link ExclusiveCore}) and those who share it ({@link SharedCore}): how waits end,
 * and how leases end. Every method is called under the queue's guard, and what it wants done
 * outside goes into the {@link Effects}.
 */
abstract class QueueCore {

  final LocalQueue queue;
  final Cores cores;
  final QueueHome home;
  final EngineContext context;
  final ResourceId resource;

  final WaitList waiting = new WaitList();
  final ThreadHolds holds;

  QueueCore(LocalQueue queue, Cores cores, LockMode mode) {
    this.queue = queue;
    this.cores = cores;
    this.home = queue.home();
    this.context = home.context();
    this.resource = queue.resource();
    this.holds = new ThreadHolds(mode);
  }

  ThreadHolds holds() {
    return holds;
  }

  /** Whether nobody waits or owns here, in the mode of this core. */
  boolean idle() {
    return waiting.isEmpty() && holds.isEmpty();
  }

  // ---- callers -----------------------------------------------------------------------------

  /** Lets a caller in. */
  abstract void admit(Waiter waiter, Effects effects);

  /** Asks for somebody alone. */
  final void askFor(Waiter waiter, Effects effects) {
    StoreRequest request = newRequest(waiter.ask());
    waiting.own(request, waiter);
    if (waiter.ask().mayWait()) {
      cores.exclusive().othersWait();
    }
    request.start(effects);
  }

  final StoreRequest newRequest(Ask ask) {
    queue.requestBegins();
    return new StoreRequest(queue, this, ask.toRequest(home.nextRequestId(), resource), ask.part());
  }

  /** Goes on for those who wait, when what was on its way for them has ended. */
  void goOn(Effects effects) {
    // Whoever has a request of its own waits for nothing else.
  }

  /** Ends a late waiter; false if only the answer to its first call is awaited, which ends it. */
  final boolean waitOver(Waiter waiter, Effects effects) {
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

  final void fail(Waiter waiter, Effects effects) {
    if (waiter.waiting()) {
      drop(waiter, effects);
      waiter.fail(unreachable(), effects);
    }
  }

  final boolean withdraw(Waiter waiter, Effects effects) {
    if (!waiter.waiting()) {
      return false;
    }
    waiter.withdraw();
    drop(waiter, effects);
    return true;
  }

  /** Takes a waiter out; what is asked for it alone is taken back. */
  final void drop(Waiter waiter, Effects effects) {
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

  /** Counts one hold of a thread down; the last one gives back. */
  final Unlock unlock(Thread thread, Effects effects) {
    Unlock unlock = holds.unlock(thread);
    ThreadHold hold = unlock.hold();
    if (unlock.kind() != Unlock.Kind.LAST || hold == null) {
      return unlock;
    }
    if (!hold.lease().open()) {
      effects.add(() -> home.unkept(hold));
    }
    return ended(hold, effects);
  }

  /** The last hold of a thread is given up. */
  abstract Unlock ended(ThreadHold hold, Effects effects);

  /** Gives a lease back. Only the first call has an effect. */
  abstract CompletableFuture<ReleaseOutcome> giveBack(EngineLease lease, Effects effects);

  /** A thread owns a lease. */
  final void begin(Thread owner, EngineLease lease, Effects effects) {
    ThreadHold replaced = holds.begin(owner, lease);
    if (replaced != null) {
      effects.add(() -> home.unkept(replaced));
    }
  }

  /** The lease of a request, if it is kept here; null if there is none. */
  abstract @Nullable EngineLease leaseOf(StoreRequest request);

  /** Keeps a lease no longer. */
  abstract void drop(EngineLease lease);

  /** The lease's own bound has come. */
  final void deadline(EngineLease lease, Effects effects) {
    if (lease.open()) {
      expire(lease, effects);
      goOn(effects);
    }
  }

  /** Ends a lease whose time is over, and gives back what the store may still have of it. */
  final void expire(EngineLease lease, Effects effects) {
    lose(lease, LossReason.EXPIRED, effects);
    lease.request().withdraw(effects);
  }

  /** Whoever gives back what an operator took away waits for no loss actions any more. */
  final void endWork(EngineLease lease, Effects effects) {
    if (lease.lossReason() != null) {
      lease.request().withdraw(effects);
    }
  }

  private void lose(EngineLease lease, LossReason reason, Effects effects) {
    drop(lease);
    lease.lose(reason, effects);
    List<ThreadHold> lost = cores.holdsOf(lease);
    for (ThreadHold hold : lost) {
      effects.add(() -> home.remember(hold));
    }
    if (!lost.isEmpty() && home.interruptOnLoss()) {
      // Under the guard, so that it can't hit the thread after its unlock.
      lost.get(0).owner().interrupt();
    }
  }

  // ---- events of requests ------------------------------------------------------------------

  /** The store gives signs of life. */
  final void contact() {
    queue.silence().broken();
  }

  /** The store gives no sign of life. */
  final void silent() {
    queue.silence().goesOn(context.time().nanos());
  }

  abstract void onGranted(StoreRequest request, Effects effects);

  final void onQueued(StoreRequest request, Effects effects) {
    for (Waiter waiter : waiting.servedBy(request)) {
      if (waiter.late()) {
        drop(waiter, effects);
        waiter.refuse(effects);
      }
    }
  }

  final void onRefused(StoreRequest request, Effects effects) {
    for (Waiter waiter : part(request)) {
      waiter.refuse(effects);
    }
  }

  final void onFailed(StoreRequest request, HoldfastException failure, Effects effects) {
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

  final void onUnreachable(StoreRequest request, HoldfastException failure, Effects effects) {
    long nowNanos = context.time().nanos();
    queue.silence().goesOn(nowNanos, failure);
    for (Waiter waiter : waiting.servedBy(request)) {
      boolean impatient = waiter.late() || !waiter.ask().mayWait();
      if (impatient || (waiter.ask().unlimited() && queue.silence().tooLong(nowNanos))) {
        fail(waiter, effects);
      }
    }
  }

  /** There is still no connection, and so no failure either that would tell of it. */
  final void onStillDetached(StoreRequest request, Effects effects) {
    for (Waiter waiter : waiting.servedBy(request)) {
      if (waiter.ask().unlimited() && queue.silence().tooLong(context.time().nanos())) {
        fail(waiter, effects);
      }
    }
  }

  final void onLost(StoreRequest request, LossReason reason, Effects effects) {
    EngineLease lease = leaseOf(request);
    if (lease != null) {
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
    goOn(effects);
  }

  // ---- the end -----------------------------------------------------------------------------

  /** Ends all who wait; returns the releases of what was asked for them. */
  final List<CompletableFuture<ReleaseOutcome>> endWaits(Effects effects) {
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
    return releases;
  }

  /** Ends all who wait and all that is held; returns the releases that are under way. */
  abstract List<CompletableFuture<ReleaseOutcome>> close(Effects effects);

  final HoldfastException closed() {
    return QueueFailures.closed(resource.name(), context.store().address());
  }

  private HoldfastException unreachable() {
    return QueueFailures.unreachable(resource.name(), context.store(), queue.silence().reason());
  }
}
