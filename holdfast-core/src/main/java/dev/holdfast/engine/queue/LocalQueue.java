package dev.holdfast.engine.queue;

import dev.holdfast.ClientStatus;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Silence;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one client knows of one lock: who waits here, who holds here, and the requests to
 * the store.
 *
 * <p>Callers queue here, first come, first served, and share one request to the store, the
 * <i>pending</i> one, so that a thousand waiting threads are one waiter there. At a release the
 * lease passes to the next of them without the store while {@link HandoffPolicy} allows it;
 * otherwise it goes back to the store and the next pending request joins the tail of the store's
 * queue. Callers who ask for strict order, who don't wait, or who share the lock with others have
 * requests of their own.
 *
 * <p><b>Concurrency.</b> One guard for all that is mutable, here and in {@link QueueCore}, held for
 * a few instructions and never while calling out: a transition collects {@link Effects}, which run
 * after it is left. Callers, threads of the store and the timer all take it. Inside it only the
 * small guards of the session's helpers are taken, which take none themselves.
 */
public final class LocalQueue {

  private final QueueHome home;
  private final EngineContext context;
  private final ResourceId resource;
  private final long recordTtlNanos;

  private final ReentrantLock guard = new ReentrantLock();
  // The state of these two is guarded by guard.
  private final Silence silence = new Silence();
  private final Cores cores;
  // Guarded by guard: requests that the store may know of.
  private int openRequests;
  // Guarded by guard.
  private boolean retired;

  /** An empty queue. */
  public LocalQueue(QueueHome home, ResourceId resource) {
    this.home = home;
    this.context = home.context();
    this.resource = resource;
    this.cores = new Cores(this);
    this.recordTtlNanos =
        context.store().recordTtl().map(Duration::toNanos).orElse(Long.MAX_VALUE / 4);
  }

  QueueHome home() {
    return home;
  }

  EngineContext context() {
    return context;
  }

  /** The lock. */
  public ResourceId resource() {
    return resource;
  }

  Silence silence() {
    return silence;
  }

  /** A request begins. Called under the guard. */
  void requestBegins() {
    if (openRequests == 0) {
      // Nothing was asked of the store, so what it did not say before means nothing.
      silence.broken();
    }
    openRequests++;
  }

  /** The store has nothing of a request any more. Called under the guard. */
  void requestEnds() {
    openRequests--;
  }

  long recordTtlNanos() {
    return recordTtlNanos;
  }

  /** Makes a transition under the guard, and then what it wants done. */
  void step(Consumer<Effects> transition) {
    Boolean unused =
        call(
            effects -> {
              transition.accept(effects);
              return true;
            });
  }

  /** As {@link #step}, with a result. */
  private <T extends @Nullable Object> T call(Function<Effects, T> transition) {
    Effects effects = new Effects();
    T result;
    guard.lock();
    try {
      result = transition.apply(effects);
      if (!retired && openRequests == 0 && cores.idle()) {
        retired = true;
        effects.add(() -> home.retire(this));
      }
    } finally {
      guard.unlock();
    }
    effects.run();
    return result;
  }

  <T> T read(Supplier<T> reading) {
    guard.lock();
    try {
      return reading.get();
    } finally {
      guard.unlock();
    }
  }

  // ---- callers -----------------------------------------------------------------------------

  /** Lets a caller in; false if this queue is retired and another object must be asked. */
  public boolean enter(Waiter waiter) {
    return call(
        effects -> {
          boolean open = !retired;
          if (open) {
            cores.of(waiter.ask()).admit(waiter, effects);
          }
          return open;
        });
  }

  /**
   * The caller's wait is over.
   *
   * @return whether the waiter has ended; otherwise only the answer to its first call is awaited,
   *     which ends it
   */
  public boolean waitOver(Waiter waiter) {
    return call(effects -> cores.of(waiter.ask()).waitOver(waiter, effects));
  }

  /** The store did not answer within any bound; the caller must go on nevertheless. */
  public void fail(Waiter waiter) {
    step(effects -> cores.of(waiter.ask()).fail(waiter, effects));
  }

  /**
   * The caller has given up.
   *
   * @return whether it was still waiting; otherwise it has its lease, or has ended otherwise
   */
  public boolean withdraw(Waiter waiter) {
    return call(effects -> cores.of(waiter.ask()).withdraw(waiter, effects));
  }

  // ---- holds and leases --------------------------------------------------------------------

  /** The hold of a thread, held or lost; null if there is none or it is only being released. */
  public @Nullable ThreadHold hold(Thread thread, LockMode mode) {
    guard.lock();
    try {
      return cores.hold(thread, mode);
    } finally {
      guard.unlock();
    }
  }

  /** As {@link #hold}, or else the hold of the thread in the other mode. */
  public @Nullable ThreadHold anyHold(Thread thread, LockMode mode) {
    guard.lock();
    try {
      ThreadHold hold = cores.hold(thread, mode);
      return hold == null ? cores.hold(thread, mode.other()) : hold;
    } finally {
      guard.unlock();
    }
  }

  /** How often the thread has locked. */
  public int holdCount(Thread thread, LockMode mode) {
    return read(
        () -> {
          ThreadHold hold = cores.hold(thread, mode);
          return hold == null ? 0 : hold.count();
        });
  }

  /**
   * The thread has locked once more.
   *
   * @throws Error if it has done so too often
   */
  public void reenter(ThreadHold hold) {
    step(effects -> hold.countUp(resource.name()));
  }

  /** A thread that owns the lock alone begins to read, which costs nothing. */
  public void readInside(ThreadHold writing) {
    step(effects -> cores.shared().readInside(writing, effects));
  }

  /**
   * Whether the lock is held through this client, or wanted alone by those it may be handed on to.
   */
  public boolean busy() {
    return read(() -> cores.exclusive().busy() || cores.sharedNow());
  }

  /** Shows what is held and waited for here. */
  public void show(
      long nowNanos, List<ClientStatus.Held> held, List<ClientStatus.Waiting> waiting) {
    step(
        effects -> {
          for (EngineLease lease : cores.leases()) {
            if (lease.remainingNanos(nowNanos) > 0) {
              held.add(lease.status(nowNanos));
            }
          }
          int waiters = cores.waiting();
          if (waiters > 0) {
            waiting.add(
                new ClientStatus.Waiting(resource.kind().shown(), resource.name(), waiters));
          }
        });
  }

  /** The exclusive lease that is held through this client now, if any. */
  public @Nullable EngineLease current() {
    guard.lock();
    try {
      return cores.exclusive().current();
    } finally {
      guard.unlock();
    }
  }

  /** The lease that its thread has acquired as a handle and now waits for to end; null if none. */
  public @Nullable EngineLease handleInTheWay(Ask ask) {
    guard.lock();
    try {
      return cores.handleInTheWay(ask);
    } finally {
      guard.unlock();
    }
  }

  /** Forgets a hold that is over and that nobody unlocks. */
  public void forget(ThreadHold hold) {
    step(
        effects -> {
          ThreadHolds holds = cores.holds(hold.mode());
          // A writer that reads on is over, although its lease goes on.
          boolean over = !hold.lease().open() || hold.unknownRelease() != null;
          if (holds != null && over && holds.remove(hold)) {
            effects.add(() -> home.unkept(hold));
          }
        });
  }

  /** Whether a hold is held, lost, or waits for the outcome of its release. */
  public boolean keeps(ThreadHold hold) {
    return read(
        () -> {
          ThreadHolds holds = cores.holds(hold.mode());
          return holds != null && holds.keeps(hold);
        });
  }

  /** The threads that have ended without unlocking; each is returned once. */
  public List<ThreadHold> leaked() {
    return read(cores::leaked);
  }

  /** A thread gives up one hold; the last one gives the lease back. */
  public Unlock unlock(Thread thread, LockMode mode) {
    return call(effects -> cores.unlock(thread, mode, effects));
  }

  /** The store has not answered in time: the thread's next unlock joins the release. */
  public void releaseUnknown(ThreadHold hold, CompletableFuture<ReleaseOutcome> release) {
    step(
        effects -> {
          ThreadHolds holds = cores.holds(hold.mode());
          if (!retired && holds != null && !release.isDone()) {
            holds.keepUntilReported(hold, release);
            effects.add(() -> home.remember(hold));
          }
        });
  }

  /** Bounds a lease from now on; does nothing if it is over or has a bound. */
  public void bound(EngineLease lease, Duration leaseTime) {
    step(
        effects -> {
          if (lease.open() && !lease.bounded()) {
            lease.bound(leaseTime, effects);
            effects.add(() -> watchDeadline(lease));
          }
        });
  }

  /** Whether the thread has given up its hold and the outcome is not known yet. */
  public boolean awaitsRelease(Thread thread, LockMode mode) {
    return read(
        () -> {
          ThreadHolds holds = cores.holds(mode);
          return holds != null && holds.awaitsRelease(thread);
        });
  }

  /** Gives a lease back. Only the first call has an effect. */
  public CompletableFuture<ReleaseOutcome> release(EngineLease lease) {
    return call(effects -> lease.request().core().giveBack(lease, effects));
  }

  /**
   * Gives a part of a shared lease back.
   *
   * @param units how many units
   * @return the release; null if the lease has fewer units, and then nothing is changed
   */
  public @Nullable CompletableFuture<ReleaseOutcome> release(EngineLease lease, int units) {
    return call(effects -> cores.shared().giveBack(lease, units, effects));
  }

  /** Ends a lease at its own bound, and gives back what the store may still have of it. */
  void watchDeadline(EngineLease lease) {
    long remaining = lease.untilDeadlineNanos(context.time().nanos());
    if (lease.open() && remaining > 0) {
      var unused = context.scheduler().schedule(() -> watchDeadline(lease), remaining);
    } else if (lease.open()) {
      step(effects -> lease.request().core().deadline(lease, effects));
    }
  }

  /**
   * The client closes: waiters end, what is held is released.
   *
   * @return the releases that are under way; each completes when the store has answered
   */
  public List<CompletableFuture<ReleaseOutcome>> close() {
    return call(cores::close);
  }
}
