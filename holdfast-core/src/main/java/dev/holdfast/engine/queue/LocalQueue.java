package dev.holdfast.engine.queue;

import dev.holdfast.ClientClosedException;
import dev.holdfast.HoldfastException;
import dev.holdfast.LossReason;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
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
 * queue. Callers who ask for strict order, and those who don't wait, have requests of their own.
 *
 * <p><b>Concurrency.</b> One guard for all fields, held for a few instructions and never while
 * calling out: a transition collects {@link Effects}, which run after it is left. Callers, threads
 * of the store and the timer all take it; no other guard is taken inside except those of the
 * session's helpers, which take none themselves.
 */
public final class LocalQueue {

  /** How long callers without a limit wait for a store that gives no sign of life. */
  private static final long SILENCE_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);

  private final QueueHome home;
  private final EngineContext context;
  private final ResourceId resource;
  private final long recordTtlNanos;

  private final ReentrantLock guard = new ReentrantLock();
  // All fields below are guarded by guard.
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>(4);
  private final Map<StoreRequest, Waiter> owns = new HashMap<>(4);
  private final Map<Thread, ThreadHold> holds = new HashMap<>(4);
  private @Nullable StoreRequest pending;
  private @Nullable EngineLease current;
  private int openRequests;
  private int openFairWaiters;
  private boolean silent;
  private long silentSinceNanos;
  private boolean retired;

  /** An empty queue. */
  public LocalQueue(QueueHome home, ResourceId resource) {
    this.home = home;
    this.context = home.context();
    this.resource = resource;
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

  long recordTtlNanos() {
    return recordTtlNanos;
  }

  /** Makes a transition under the guard, and then what it wants done. */
  void step(Consumer<Effects> transition) {
    Effects effects = new Effects();
    guard.lock();
    try {
      transition.accept(effects);
    } finally {
      guard.unlock();
    }
    effects.run();
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
    boolean[] entered = {false};
    step(
        effects -> {
          if (!retired) {
            entered[0] = true;
            admit(waiter, effects);
          }
        });
    return entered[0];
  }

  private void admit(Waiter waiter, Effects effects) {
    if (home.closed()) {
      waiter.fail(closedFailure(), effects);
    } else if (!waiter.ask().mayWait() && busyHere()) {
      waiter.refuse(effects);
    } else if (!waiter.ask().mayWait() || waiter.ask().fair()) {
      askFor(waiter, effects);
    } else {
      waiters.add(waiter);
      askIfNeeded(effects);
    }
  }

  private boolean busyHere() {
    EngineLease lease = current;
    return !waiters.isEmpty() || (lease != null && lease.held(context.time().nanos()));
  }

  private void askFor(Waiter waiter, Effects effects) {
    StoreRequest request = newRequest(waiter.ask());
    waiter.setOwn(request);
    owns.put(request, waiter);
    openFairWaiters += waiter.ask().mayWait() ? 1 : 0;
    request.start(effects);
  }

  private void askIfNeeded(Effects effects) {
    Waiter head = waiters.peekFirst();
    if (head == null || pending != null || home.closed()) {
      return;
    }
    EngineLease lease = current;
    if (lease != null && lease.open() && !lease.bounded() && !lease.ask().fair()) {
      // It may be handed on; if not, its release sends the next request.
      return;
    }
    StoreRequest request = newRequest(head.ask());
    pending = request;
    request.start(effects);
  }

  private StoreRequest newRequest(Ask ask) {
    openRequests++;
    return new StoreRequest(
        this,
        new Request(
            home.nextRequestId(),
            resource,
            ask.mayWait(),
            ask.fair(),
            ask.leaseTime(),
            ask.thread(),
            ask.note()));
  }

  /**
   * The caller's wait is over.
   *
   * @return whether the waiter has ended; otherwise only the answer to its first call is awaited,
   *     which ends it
   */
  public boolean waitOver(Waiter waiter) {
    boolean[] ended = {true};
    step(
        effects -> {
          if (!waiter.waiting()) {
            return;
          }
          waiter.setLate();
          StoreRequest request = requestOf(waiter);
          if (request != null && request.firstAnswerPending()) {
            ended[0] = false;
          } else {
            endLate(waiter, request, effects);
          }
        });
    return ended[0];
  }

  private void endLate(Waiter waiter, @Nullable StoreRequest request, Effects effects) {
    drop(waiter, effects);
    if (request != null && request.failing()) {
      waiter.fail(unreachable(null), effects);
    } else {
      waiter.refuse(effects);
    }
  }

  /** The store did not answer within any bound; the caller must go on nevertheless. */
  public void fail(Waiter waiter) {
    step(
        effects -> {
          if (waiter.waiting()) {
            drop(waiter, effects);
            waiter.fail(unreachable(null), effects);
          }
        });
  }

  /**
   * The caller has given up.
   *
   * @return whether it was still waiting; otherwise it has its lease, or has ended otherwise
   */
  public boolean withdraw(Waiter waiter) {
    boolean[] withdrawn = {false};
    step(
        effects -> {
          if (waiter.waiting()) {
            waiter.withdraw();
            drop(waiter, effects);
            withdrawn[0] = true;
          }
        });
    return withdrawn[0];
  }

  /** Takes a waiter out; what is asked for it alone is taken back. */
  private void drop(Waiter waiter, Effects effects) {
    StoreRequest own = waiter.own();
    if (own != null) {
      forgetOwn(own);
      own.withdraw(effects);
    } else {
      waiters.remove(waiter);
      withdrawPendingIfUnwanted(effects);
    }
    retireIfIdle(effects);
  }

  private void withdrawPendingIfUnwanted(Effects effects) {
    StoreRequest request = pending;
    if (waiters.isEmpty() && request != null) {
      pending = null;
      request.withdraw(effects);
    }
  }

  private @Nullable StoreRequest requestOf(Waiter waiter) {
    StoreRequest own = waiter.own();
    return own != null ? own : pending;
  }

  private @Nullable Waiter forgetOwn(StoreRequest request) {
    Waiter waiter = owns.remove(request);
    if (waiter != null) {
      openFairWaiters -= waiter.ask().mayWait() ? 1 : 0;
      waiter.setOwn(null);
    }
    return waiter;
  }

  // ---- holds of threads --------------------------------------------------------------------

  /** The hold of a thread, held or lost; null if there is none or it is only being released. */
  public @Nullable ThreadHold hold(Thread thread) {
    return read(
        () -> {
          ThreadHold hold = holds.get(thread);
          return hold == null || hold.unknownRelease() != null ? null : hold;
        });
  }

  /** How often the thread has locked. */
  public int holdCount(Thread thread) {
    ThreadHold hold = hold(thread);
    return hold == null ? 0 : read(hold::count);
  }

  /** The thread has locked once more. */
  public void reenter(ThreadHold hold) {
    step(effects -> hold.add(1));
  }

  /** The lease that is held through this client now, if any. */
  public @Nullable EngineLease current() {
    return read(() -> current);
  }

  /** Forgets a lost hold that nobody unlocks. */
  public void forget(ThreadHold hold) {
    step(
        effects -> {
          if (!hold.lease().open() && holds.remove(hold.owner(), hold)) {
            retireIfIdle(effects);
          }
        });
  }

  /** The threads that have ended without unlocking; each is told once. */
  public List<ThreadHold> leaked() {
    return read(
        () -> {
          List<ThreadHold> leaked = new ArrayList<>();
          for (ThreadHold hold : holds.values()) {
            if (hold.leaked(context)) {
              leaked.add(hold);
            }
          }
          return leaked;
        });
  }

  /**
   * A thread gives up one hold.
   *
   * @return what it did
   */
  public Unlock unlock(Thread thread) {
    Unlock[] unlock = {Unlock.NOT_HELD};
    step(
        effects -> {
          ThreadHold hold = holds.get(thread);
          if (hold == null) {
            return;
          }
          CompletableFuture<ReleaseOutcome> earlier = hold.unknownRelease();
          if (earlier != null) {
            unlock[0] = new Unlock(Unlock.Kind.RELEASING, hold, earlier);
            return;
          }
          hold.add(-1);
          if (hold.count() > 0) {
            unlock[0] = new Unlock(Unlock.Kind.COUNTED, hold, null);
            return;
          }
          holds.remove(thread);
          unlock[0] = new Unlock(Unlock.Kind.RELEASING, hold, giveBack(hold.lease(), effects));
        });
    return unlock[0];
  }

  /** The store has not answered in time: the thread's next unlock joins the release. */
  public void releaseUnknown(ThreadHold hold, CompletableFuture<ReleaseOutcome> release) {
    step(
        effects -> {
          if (!release.isDone()) {
            hold.releasedWithoutAnswer(release);
            holds.putIfAbsent(hold.owner(), hold);
          }
        });
    home.remember(hold);
  }

  /** The outcome of a release that was unknown has been reported. */
  public void releaseReported(ThreadHold hold) {
    step(
        effects -> {
          holds.remove(hold.owner(), hold);
          retireIfIdle(effects);
        });
  }

  /** Gives a lease back. Only the first call has an effect. */
  public CompletableFuture<ReleaseOutcome> release(EngineLease lease) {
    List<CompletableFuture<ReleaseOutcome>> result = new ArrayList<>(1);
    step(effects -> result.add(giveBack(lease, effects)));
    return result.get(0);
  }

  private CompletableFuture<ReleaseOutcome> giveBack(EngineLease lease, Effects effects) {
    long nowNanos = context.time().nanos();
    if (lease.open() && lease.remainingNanos(nowNanos) <= 0) {
      expire(lease, effects);
    }
    if (!lease.open()) {
      retireIfIdle(effects);
      return lease.request().released();
    }
    lease.release();
    current = null;
    StoreRequest request = lease.request();
    if (handedOn(lease, nowNanos, effects)) {
      return CompletableFuture.completedFuture(ReleaseOutcome.HANDED_ON);
    }
    request.withdraw(effects);
    askIfNeeded(effects);
    return request.released();
  }

  private boolean handedOn(EngineLease lease, long nowNanos, Effects effects) {
    Waiter next = waiters.peekFirst();
    StoreRequest request = lease.request();
    if (next == null
        || lease.bounded()
        || lease.ask().fair()
        || next.ask().leaseTime().isPresent()
        || !request.handoffAllowed(lease.handoffs(), openFairWaiters > 0, nowNanos)) {
      return false;
    }
    waiters.removeFirst();
    request.countHandoff();
    give(next, request, lease.handoffs() + 1, effects);
    return true;
  }

  // ---- events of requests ------------------------------------------------------------------

  /** The store gives signs of life. */
  void contact() {
    silent = false;
  }

  /** The store gives no sign of life. */
  void silent() {
    if (!silent) {
      silent = true;
      silentSinceNanos = context.time().nanos();
    }
  }

  void onGranted(StoreRequest request, Effects effects) {
    Waiter own = forgetOwn(request);
    if (own != null) {
      give(own, request, 0, effects);
    } else if (request == pending) {
      pending = null;
      giveNext(request, effects);
    } else {
      request.withdraw(effects);
    }
  }

  private void giveNext(StoreRequest request, Effects effects) {
    Waiter head = waiters.peekFirst();
    boolean fits =
        head != null
            && (!request.boundedFromFirstSending()
                || request.request().leaseTime().equals(head.ask().leaseTime()));
    if (head == null || !fits) {
      // Nobody wants it any more, or its bound was meant for somebody who has left.
      request.withdraw(effects);
      askIfNeeded(effects);
      return;
    }
    waiters.removeFirst();
    give(head, request, 0, effects);
  }

  private void give(Waiter waiter, StoreRequest request, int handoffs, Effects effects) {
    EngineLease stale = current;
    if (stale != null && stale.open()) {
      // The store has given the lock on, so this one is over, whatever its timer says.
      expire(stale, effects);
    }
    Ask ask = waiter.ask();
    long nowNanos = context.time().nanos();
    long deadlineNanos = nowNanos;
    Optional<Duration> leaseTime = ask.leaseTime();
    if (leaseTime.isPresent()) {
      deadlineNanos =
          leaseTime.get().toNanos()
              + (request.boundedFromFirstSending() ? request.firstSentNanos() : nowNanos);
      if (!request.boundedFromFirstSending()) {
        request.settle(leaseTime.get(), effects);
      }
    }
    EngineLease lease =
        new EngineLease(
            this,
            request,
            ask,
            Token.of(request.grant().sequence(), handoffs),
            handoffs,
            nowNanos,
            leaseTime.isPresent(),
            deadlineNanos);
    current = lease;
    Thread owner = ask.owner();
    if (owner != null) {
      holds.put(owner, new ThreadHold(owner, lease));
    }
    waiter.give(lease, handoffs > 0, effects);
    if (lease.bounded()) {
      effects.add(() -> watchDeadline(lease));
      askIfNeeded(effects);
    } else if (ask.fair()) {
      askIfNeeded(effects);
    }
  }

  /** Ends a lease at its own bound, and gives back what the store may still have of it. */
  private void watchDeadline(EngineLease lease) {
    if (!lease.open()) {
      return;
    }
    long remaining = lease.untilDeadlineNanos(context.time().nanos());
    if (remaining > 0) {
      var unused = context.scheduler().schedule(() -> watchDeadline(lease), remaining);
      return;
    }
    step(
        effects -> {
          if (lease.open()) {
            expire(lease, effects);
            askIfNeeded(effects);
            retireIfIdle(effects);
          }
        });
  }

  private void expire(EngineLease lease, Effects effects) {
    lose(lease, LossReason.EXPIRED, effects);
    lease.request().withdraw(effects);
  }

  private void lose(EngineLease lease, LossReason reason, Effects effects) {
    if (current == lease) {
      current = null;
    }
    lease.lose(reason, context.callbacks(), effects);
    effects.add(
        () ->
            context
                .callbacks()
                .tell(listener -> listener.onLost(resource.name(), lease.token(), reason)));
    Thread owner = lease.ask().owner();
    ThreadHold hold = owner == null ? null : holds.get(owner);
    if (owner != null && hold != null && hold.lease() == lease) {
      effects.add(() -> home.remember(hold));
      if (home.interruptOnLoss()) {
        effects.add(owner::interrupt);
      }
    }
  }

  void onQueued(StoreRequest request, Effects effects) {
    for (Waiter waiter : concerned(request)) {
      if (waiter.late()) {
        drop(waiter, effects);
        waiter.refuse(effects);
      }
    }
  }

  void onRefused(StoreRequest request, Effects effects) {
    endAll(request, waiter -> waiter.refuse(effects), effects);
  }

  void onFailed(StoreRequest request, HoldfastException failure, Effects effects) {
    endAll(request, waiter -> waiter.fail(failure, effects), effects);
  }

  private void endAll(StoreRequest request, Consumer<Waiter> end, Effects effects) {
    List<Waiter> ended = concerned(request);
    if (request == pending) {
      pending = null;
      waiters.clear();
    } else {
      forgetOwn(request);
    }
    ended.forEach(end);
    retireIfIdle(effects);
  }

  void onUnreachable(StoreRequest request, HoldfastException failure, Effects effects) {
    silent();
    boolean tooLong = context.time().nanos() - silentSinceNanos >= SILENCE_NANOS_MAX;
    for (Waiter waiter : concerned(request)) {
      boolean impatient = waiter.late() || !waiter.ask().mayWait();
      if (impatient || (tooLong && waiter.ask().unlimited())) {
        drop(waiter, effects);
        waiter.fail(unreachable(failure), effects);
      }
    }
  }

  void onLost(StoreRequest request, LossReason reason, Effects effects) {
    EngineLease lease = current;
    if (lease != null && lease.request() == request) {
      lose(lease, reason, effects);
    }
    if (request == pending) {
      pending = null;
    }
    Waiter own = forgetOwn(request);
    if (own != null && own.waiting()) {
      if (own.late()) {
        own.refuse(effects);
      } else {
        askFor(own, effects);
      }
    }
    askIfNeeded(effects);
    retireIfIdle(effects);
  }

  void onDone(StoreRequest request, Effects effects) {
    openRequests--;
    retireIfIdle(effects);
  }

  private List<Waiter> concerned(StoreRequest request) {
    if (request == pending) {
      return List.copyOf(waiters);
    }
    Waiter own = owns.get(request);
    return own == null ? List.of() : List.of(own);
  }

  // ---- the end -----------------------------------------------------------------------------

  /**
   * The client closes: waiters end, what is held is released.
   *
   * @return completes when the store has answered about everything
   */
  public List<CompletableFuture<ReleaseOutcome>> close() {
    List<CompletableFuture<ReleaseOutcome>> open = new ArrayList<>();
    step(
        effects -> {
          HoldfastException closed = closedFailure();
          for (Waiter waiter : List.copyOf(owns.values())) {
            open.addAll(openRelease(waiter.own()));
            drop(waiter, effects);
            waiter.fail(closed, effects);
          }
          open.addAll(openRelease(pending));
          for (Waiter waiter : List.copyOf(waiters)) {
            drop(waiter, effects);
            waiter.fail(closed, effects);
          }
          EngineLease lease = current;
          if (lease != null && lease.open()) {
            current = null;
            lease.release();
            lease.request().withdraw(effects);
            open.add(lease.request().released());
          }
        });
    return open;
  }

  private static List<CompletableFuture<ReleaseOutcome>> openRelease(
      @Nullable StoreRequest request) {
    return request == null ? List.of() : List.of(request.released());
  }

  private void retireIfIdle(Effects effects) {
    if (!retired
        && openRequests == 0
        && waiters.isEmpty()
        && owns.isEmpty()
        && holds.isEmpty()
        && current == null) {
      retired = true;
      effects.add(() -> home.retire(this));
    }
  }

  private HoldfastException closedFailure() {
    return new ClientClosedException(
        "The lock client is closed", resource.name(), context.store().address(), null);
  }

  private HoldfastException unreachable(@Nullable HoldfastException cause) {
    return Unreachable.failure(resource.name(), context.store().address(), cause);
  }
}
