package dev.holdfast.engine.session;

import dev.holdfast.spi.Scheduler.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls back every few seconds while no connection is there. Nothing is sent in that time, so no
 * answer would remind those who wait without limit that there is none.
 *
 * <p>Thread-safe; the guard is never held while calling back.
 */
final class Absence {

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final EngineContext context;
  private final Runnable remind;

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard; null while a connection is there.
  private @Nullable Timer timer;
  // Guarded by guard.
  private boolean closed;

  Absence(EngineContext context, Runnable remind) {
    this.context = context;
    this.remind = remind;
  }

  /** No connection is there from now on. */
  void begin() {
    guard.lock();
    try {
      if (timer == null && !closed) {
        timer = context.scheduler().schedule(this::tick, INTERVAL_NANOS);
      }
    } finally {
      guard.unlock();
    }
  }

  /** A connection is there. */
  void end() {
    guard.lock();
    try {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    } finally {
      guard.unlock();
    }
  }

  /** None is needed any more. */
  void close() {
    guard.lock();
    try {
      closed = true;
    } finally {
      guard.unlock();
    }
    end();
  }

  private void tick() {
    guard.lock();
    try {
      if (timer == null) {
        return;
      }
      timer = context.scheduler().schedule(this::tick, INTERVAL_NANOS);
    } finally {
      guard.unlock();
    }
    remind.run();
  }
}
