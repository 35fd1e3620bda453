package dev.holdfast.redis.connection;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Notices that a server has stopped answering, without a timer for every command.
 *
 * <p>A server answers in the order of the commands. So it is enough to count: nine times per
 * time-out the number of commands sent so far is noted, and when the number of answers has not
 * reached the note before the last eight, a command has waited for at least eight ninths of the
 * time-out, and not longer than the whole. While nothing is awaited no timer runs.
 *
 * <p>When a look comes late, this process was paused, and the answers may lie here unread: then the
 * notes are begun anew.
 *
 * <p>The notes belong to the scheduler's thread; the counters are atomic.
 */
final class SilenceWatch {

  private static final int NOTES = 8;

  private final Scheduler scheduler;
  private final TimeSource time;
  private final long intervalNanos;
  private final Runnable onSilence;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicBoolean running = new AtomicBoolean();

  /** How many had been sent at each of the last looks, the oldest first. */
  private final long[] notes = new long[NOTES];

  private long lookedNanos;
  private volatile boolean ended;

  SilenceWatch(Scheduler scheduler, TimeSource time, Duration timeout, Runnable onSilence) {
    this.scheduler = scheduler;
    this.time = time;
    this.intervalNanos = timeout.toNanos() / (NOTES + 1);
    this.onSilence = onSilence;
  }

  /** A command is being sent. */
  void sending() {
    sent.incrementAndGet();
    start();
  }

  /** A command was answered, or will never be. */
  void answered() {
    answered.incrementAndGet();
  }

  /** Nothing is watched any more. */
  void end() {
    ended = true;
  }

  private void start() {
    if (!running.get() && running.compareAndSet(false, true)) {
      Scheduler.Timer unused = scheduler.schedule(this::begin, 0);
    }
  }

  private void begin() {
    Arrays.fill(notes, 0);
    lookedNanos = time.nanos();
    look();
  }

  private void look() {
    if (ended) {
      return;
    }
    long nowNanos = time.nanos();
    if (nowNanos - lookedNanos > 2 * intervalNanos) {
      Arrays.fill(notes, 0);
    }
    lookedNanos = nowNanos;
    long answers = answered.get();
    if (answers < notes[0]) {
      ended = true;
      onSilence.run();
      return;
    }
    System.arraycopy(notes, 1, notes, 0, NOTES - 1);
    notes[NOTES - 1] = sent.get();
    if (answers == notes[NOTES - 1]) {
      running.set(false);
      // A command that was sent since, and saw us running, must not go unwatched.
      if (sent.get() != answered.get()) {
        start();
      }
      return;
    }
    Scheduler.Timer unused = scheduler.schedule(this::look, intervalNanos);
  }
}
