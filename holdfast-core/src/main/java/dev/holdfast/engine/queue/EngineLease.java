package dev.holdfast.engine.queue;

import dev.holdfast.ClientStatus;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockKind;
import dev.holdfast.LossReason;
import dev.holdfast.engine.flight.Flight;
import dev.holdfast.engine.session.Callbacks;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One lease: a grant of the store, or what was handed on of it.
 *
 * <pre>
 *   HELD --released or handed on--> RELEASED
 *     '----lost--> LOST                          both ends are final
 * </pre>
 *
 * <p>The state is changed under the guard of the queue only, and read without it: a reader then
 * checks the session's clock, which no writer has to have touched.
 */
public final class EngineLease {

  private static final int CLOCK_MARGIN_PART = 100;

  private enum State {
    HELD,
    RELEASED,
    LOST
  }

  private final LocalQueue queue;
  private final StoreRequest request;
  private final Ask ask;
  private final long token;
  private final int handoffs;
  private final long acquiredNanos;

  // Written with deadlineNanos before it, at the beginning or once later.
  private volatile boolean bounded;
  private long deadlineNanos;
  private volatile State state = State.HELD;
  // Changed under the queue's guard.
  private volatile int units;
  private volatile @Nullable LossReason lossReason;

  private final ReentrantLock listenersGuard = new ReentrantLock();
  // Guarded by listenersGuard; null once the lease was lost.
  private @Nullable List<Runnable> listeners = new ArrayList<>(0);
  // Written once, by the thread that tells of the loss; completed on the callback executor.
  private volatile @Nullable CompletableFuture<?> lossTold;

  private EngineLease(
      LocalQueue queue,
      StoreRequest request,
      Ask ask,
      int handoffs,
      long acquiredNanos,
      boolean bounded,
      long deadlineNanos) {
    this.queue = queue;
    this.request = request;
    this.ask = ask;
    this.token = Token.of(request.budget().grant().sequence(), handoffs);
    this.handoffs = handoffs;
    this.units = request.units();
    this.acquiredNanos = acquiredNanos;
    this.bounded = bounded;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Begins a lease of a granted request. Its bound, if it has one, counts from when the store was
   * told of it at the earliest; a request that was queued is told now.
   */
  static EngineLease begin(
      LocalQueue queue,
      StoreRequest request,
      Ask ask,
      int handoffs,
      long nowNanos,
      Effects effects) {
    Optional<Duration> leaseTime = ask.leaseTime();
    if (leaseTime.isEmpty()) {
      return new EngineLease(queue, request, ask, handoffs, nowNanos, false, nowNanos);
    }
    long fromNanos = nowNanos;
    if (request.boundedFromFirstSending()) {
      fromNanos = request.firstSentNanos();
    } else {
      request.settle(leaseTime.get(), effects);
    }
    long deadlineNanos = deadlineNanos(fromNanos, leaseTime.get());
    return new EngineLease(queue, request, ask, handoffs, nowNanos, true, deadlineNanos);
  }

  /** The store counts the full time by its own clock, which may run up to 1 % faster than ours. */
  private static long deadlineNanos(long fromNanos, Duration leaseTime) {
    long leaseNanos = leaseTime.toNanos();
    return fromNanos + leaseNanos - leaseNanos / CLOCK_MARGIN_PART;
  }

  /** The queue of its lock. */
  public LocalQueue queue() {
    return queue;
  }

  /** The fencing token. */
  public long token() {
    return token;
  }

  /** When it was given, on the monotonic clock. */
  public long acquiredNanos() {
    return acquiredNanos;
  }

  /** What was asked for. */
  public Ask ask() {
    return ask;
  }

  /** How many units it has; zero once it was given back. */
  public int units() {
    return state == State.RELEASED ? 0 : units;
  }

  /** Whether nobody else can hold the same while it is held, or could while it was. */
  public boolean exclusive() {
    return queue.resource().kind() == ResourceKind.LOCK && units == Request.ALL;
  }

  /** Whether it is known to be valid now. */
  public boolean held(long nowNanos) {
    return remainingNanos(nowNanos) > 0 && !request.session().doubtful();
  }

  /** Nanoseconds of validity left; zero when it is over. */
  public long remainingNanos(long nowNanos) {
    if (state != State.HELD) {
      return 0;
    }
    long remaining = request.remainingNanos(nowNanos);
    if (bounded) {
      remaining = Math.min(remaining, deadlineNanos - nowNanos);
    }
    return Math.max(0, remaining);
  }

  /** How it stands, for people. */
  ClientStatus.Held status(long nowNanos) {
    return new ClientStatus.Held(
        queue.resource().kind().shown(),
        queue.resource().name(),
        token,
        exclusive(),
        Duration.ofNanos(Math.max(0, nowNanos - acquiredNanos)),
        Duration.ofNanos(remainingNanos(nowNanos)),
        ask.thread(),
        ask.note());
  }

  /** Why it was lost; null if it was not. */
  public @Nullable LossReason lossReason() {
    return lossReason;
  }

  /** Why the last call to release it had no answer; null if every one had, or none was made. */
  public @Nullable HoldfastException releaseFailure() {
    return request.releasing().failure();
  }

  /** Runs an action when the lease is lost; at once if it is. */
  public void onLost(Runnable listener, Callbacks callbacks) {
    listenersGuard.lock();
    try {
      List<Runnable> waiting = listeners;
      if (waiting != null) {
        waiting.add(listener);
        return;
      }
    } finally {
      listenersGuard.unlock();
    }
    callbacks.run(listener);
  }

  StoreRequest request() {
    return request;
  }

  int handoffs() {
    return handoffs;
  }

  boolean bounded() {
    return bounded;
  }

  /** Whether its kind is ever handed on: kept by the session, and not asked for in strict order. */
  boolean mayBeHandedOn() {
    return !bounded && !ask.fair();
  }

  /** Nanoseconds until its own bound. */
  long untilDeadlineNanos(long nowNanos) {
    return deadlineNanos - nowNanos;
  }

  /** Whether it has neither been released nor lost, whatever the clock says. */
  boolean open() {
    return state == State.HELD;
  }

  /** Bounds a lease that had no bound so far. Called under the queue's guard. */
  void bound(Duration leaseTime, Effects effects) {
    request.settle(leaseTime, effects);
    deadlineNanos = deadlineNanos(queue.context().time().nanos(), leaseTime);
    bounded = true;
  }

  /** Called under the queue's guard. */
  void release() {
    state = State.RELEASED;
  }

  /** Keeps fewer units. Called under the queue's guard. */
  CompletableFuture<ReleaseOutcome> shrink(int left, Effects effects) {
    units = left;
    return request.shrink(left, effects);
  }

  /** Called under the queue's guard. */
  void lose(LossReason reason, Effects effects) {
    lossReason = reason;
    state = State.LOST;
    Callbacks callbacks = queue.context().callbacks();
    effects.add(
        () -> {
          tellLost(callbacks);
          tellLost(callbacks, reason);
        });
  }

  /**
   * Somebody had no patience with the actions on the loss, and the lock has passed on. Called under
   * the queue's guard.
   */
  void forced() {
    lossReason = LossReason.REVOKED_BY_FORCE;
  }

  /** Tells listeners and the flight recorder that it was lost. */
  public void tellLost(Callbacks callbacks, LossReason reason) {
    LockKind kind = queue.resource().kind().shown();
    String name = queue.resource().name();
    Duration held = Duration.ofNanos(queue.context().time().nanos() - acquiredNanos);
    Flight.lost(kind, name, token, held, reason);
    callbacks.tell(listener -> listener.onLost(kind, name, token, held, reason));
  }

  /** Completes when the actions have run that were told of the loss; null if there was none. */
  @Nullable CompletableFuture<?> lossTold() {
    return lossTold;
  }

  private void tellLost(Callbacks callbacks) {
    List<Runnable> waiting;
    listenersGuard.lock();
    try {
      waiting = listeners;
      listeners = null;
    } finally {
      listenersGuard.unlock();
    }
    if (waiting != null && !waiting.isEmpty()) {
      lossTold =
          CompletableFuture.allOf(
              waiting.stream()
                  .map(listener -> told(listener, callbacks))
                  .toArray(CompletableFuture<?>[]::new));
    }
  }

  private static CompletableFuture<Void> told(Runnable listener, Callbacks callbacks) {
    CompletableFuture<Void> told = new CompletableFuture<>();
    callbacks.run(
        () -> {
          try {
            listener.run();
          } finally {
            told.complete(null);
          }
        });
    return told;
  }
}
