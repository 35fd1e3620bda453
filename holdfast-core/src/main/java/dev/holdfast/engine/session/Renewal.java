package dev.holdfast.engine.session;

import dev.holdfast.engine.flight.Flight;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Scheduler.Timer;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Renews one session until it ends. One error never ends it: only "renewed" and "lost" end a
 * period.
 *
 * <pre>
 *   IDLE --timer, TTL/3 after the last sending--> SENT --renewed--> IDLE
 *                                                  |--gone--> (the session is lost) ENDED
 *                                                  |--failed--> PAUSING --short timer--> SENT
 *                                                  '--no answer for TTL/6--> SENT (another one beside)
 * </pre>
 *
 * <p>Doubled or late renewals only extend, so a slow attempt is never waited for. The first attempt
 * of a period also looks after some requests that are held; those that follow a failure don't, so
 * that nothing but the session itself can be in their way.
 *
 * <p>Runs on the timer and on the store's threads; the guard is held for a few instructions, never
 * while calling out.
 */
final class Renewal {

  private final EngineContext context;
  private final StoreSession session;
  private final Outcome outcome;
  private final Supplier<List<Known>> held;
  private final long periodNanos;
  private final long silenceNanos;
  private final long pauseNanos;

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard.
  private @Nullable Timer timer;
  // Guarded by guard.
  private boolean ended;
  // Guarded by guard: attempts that were sent and have no answer.
  private int unanswered;
  // Guarded by guard: whether the last attempt that has ended failed.
  private boolean failed;

  /** What became of an attempt. Called on a thread of the store. */
  interface Outcome {

    /** The store has confirmed an attempt that was sent at these times. */
    void onRenewed(long sentNanos, long sentWallMillis);

    /** The store says that the session has ended. */
    void onGone();
  }

  /**
   * Prepares the renewals of a session.
   *
   * @param held chooses the requests to look after
   */
  Renewal(
      EngineContext context, StoreSession session, Outcome outcome, Supplier<List<Known>> held) {
    this.context = context;
    this.session = session;
    this.outcome = outcome;
    this.held = held;
    Duration ttl = session.ttl();
    this.periodNanos = ttl.toNanos() / 3;
    this.silenceNanos = ttl.toNanos() / 6;
    this.pauseNanos = Math.min(ttl.toNanos() / 30, Duration.ofSeconds(1).toNanos());
  }

  void start() {
    next(periodNanos);
  }

  /** Sends an attempt now unless one is on its way. */
  void now() {
    guard.lock();
    try {
      if (unanswered > 0) {
        return;
      }
    } finally {
      guard.unlock();
    }
    attempt();
  }

  void end() {
    guard.lock();
    try {
      ended = true;
      if (timer != null) {
        timer.cancel();
      }
    } finally {
      guard.unlock();
    }
  }

  private void next(long delayNanos) {
    guard.lock();
    try {
      if (timer != null) {
        timer.cancel();
      }
      if (!ended) {
        timer = context.scheduler().schedule(this::attempt, delayNanos);
      }
    } finally {
      guard.unlock();
    }
  }

  private void attempt() {
    boolean first;
    guard.lock();
    try {
      if (ended) {
        return;
      }
      first = unanswered == 0 && !failed;
      unanswered++;
    } finally {
      guard.unlock();
    }
    TimeSource time = context.time();
    long sentNanos = time.nanos();
    long sentWallMillis = time.wallMillis();
    next(silenceNanos);
    session
        .renew(first ? held.get() : List.of())
        .whenComplete((answer, failure) -> onAnswer(answer, failure, sentNanos, sentWallMillis));
  }

  private void onAnswer(
      @Nullable RenewAnswer answer,
      @Nullable Throwable failure,
      long sentNanos,
      long sentWallMillis) {
    guard.lock();
    try {
      unanswered--;
      failed = failure != null;
      if (ended) {
        return;
      }
    } finally {
      guard.unlock();
    }
    long tookNanos = context.time().nanos() - sentNanos;
    boolean renewed = failure == null && answer == RenewAnswer.RENEWED;
    Duration took = Duration.ofNanos(tookNanos);
    Flight.renewed(session.id(), renewed, took);
    context.callbacks().tell(listener -> listener.onRenewal(renewed, took));
    if (failure != null) {
      next(pauseNanos);
    } else if (renewed) {
      next(periodNanos - tookNanos);
      outcome.onRenewed(sentNanos, sentWallMillis);
    } else {
      outcome.onGone();
    }
  }
}
