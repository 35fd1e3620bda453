package dev.holdfast.tck.fault;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One direction of a connection: whatever is put in comes out later, in the same order.
 * Thread-safe; what comes out runs on the scheduler's thread.
 */
final class Pipe {

  private final TimeSource time;
  private final Scheduler scheduler;
  private final ReentrantLock guard = new ReentrantLock();

  // Guarded by the guard.
  private final Queue<Runnable> letters = new ArrayDeque<>();
  private long lastArrivalNanos;
  private boolean used;

  Pipe(TimeSource time, Scheduler scheduler) {
    this.time = time;
    this.scheduler = scheduler;
  }

  void send(Runnable letter, Duration delay) {
    guard.lock();
    try {
      long now = time.nanos();
      long wait = Math.max(0, delay.toNanos());
      if (used) {
        // Nothing overtakes what was sent before.
        wait = Math.max(wait, lastArrivalNanos - now);
      }
      used = true;
      lastArrivalNanos = now + wait;
      letters.add(letter);
      scheduler.schedule(this::deliverOne, wait);
    } finally {
      guard.unlock();
    }
  }

  /** Every task delivers the oldest letter, so tasks of one moment may run in any order. */
  private void deliverOne() {
    Runnable letter;
    guard.lock();
    try {
      letter = letters.poll();
    } finally {
      guard.unlock();
    }
    if (letter != null) {
      letter.run();
    }
  }
}
