package dev.holdfast.engine.queue;

import dev.holdfast.LossReason;
import dev.holdfast.engine.session.Callbacks;
import java.util.ArrayList;
import java.util.List;
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
  private final boolean bounded;
  private final long deadlineNanos;

  private volatile State state = State.HELD;
  private volatile @Nullable LossReason lossReason;

  private final ReentrantLock listenersGuard = new ReentrantLock();
  // Guarded by listenersGuard; null once the lease was lost.
  private @Nullable List<Runnable> listeners = new ArrayList<>(0);

  EngineLease(
      LocalQueue queue,
      StoreRequest request,
      Ask ask,
      long token,
      int handoffs,
      long acquiredNanos,
      boolean bounded,
      long deadlineNanos) {
    this.queue = queue;
    this.request = request;
    this.ask = ask;
    this.token = token;
    this.handoffs = handoffs;
    this.acquiredNanos = acquiredNanos;
    this.bounded = bounded;
    this.deadlineNanos = deadlineNanos;
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

  /** Why it was lost; null if it was not. */
  public @Nullable LossReason lossReason() {
    return lossReason;
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

  /** Nanoseconds until its own bound. */
  long untilDeadlineNanos(long nowNanos) {
    return deadlineNanos - nowNanos;
  }

  /** Whether it has neither been released nor lost, whatever the clock says. */
  boolean open() {
    return state == State.HELD;
  }

  /** Called under the queue's guard. */
  void release() {
    state = State.RELEASED;
  }

  /** Called under the queue's guard. */
  void lose(LossReason reason, Callbacks callbacks, Effects effects) {
    lossReason = reason;
    state = State.LOST;
    effects.add(() -> tellLost(callbacks));
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
    if (waiting != null) {
      waiting.forEach(callbacks::run);
    }
  }
}
