package dev.holdfast.engine.session;

import dev.holdfast.LockListener;
import dev.holdfast.spi.TimeSource;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells one listener what happens: one event at a time, in the order in which they were added, on
 * the callback executor. So a listener that blocks costs one thread.
 *
 * <p>Whoever adds an event never waits. While the listener is behind, up to {@link #WAITING_MAX}
 * events are kept for it and further ones are dropped, which is logged with their number.
 *
 * <p>Thread-safe; the guard is never held while calling out.
 */
final class ListenerLane {

  static final int WAITING_MAX = 16_384;

  /** Events after which the thread is given back, so that listeners share a small executor. */
  private static final int TURN = 64;

  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LockListener listener;
  private final Executor executor;
  private final TimeSource time;
  private final Consumer<String> warn;

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard.
  private final ArrayDeque<Consumer<LockListener>> waiting = new ArrayDeque<>();
  // Guarded by guard: whether a task is on its way to the executor, or runs there.
  private boolean busy;
  // Guarded by guard: when that task was given to the executor, or took its present event.
  private long sinceNanos;
  // Guarded by guard: whether it was told that the listener is slow, since it was last up to date.
  private boolean slowTold;
  // Guarded by guard: events since the listener was last up to date.
  private long dropped;

  /**
   * Begins with nothing to tell.
   *
   * @param warn writes a warning to the log
   */
  ListenerLane(LockListener listener, Executor executor, TimeSource time, Consumer<String> warn) {
    this.listener = listener;
    this.executor = executor;
    this.time = time;
    this.warn = warn;
  }

  /** Adds an event, or drops it. */
  void add(Consumer<LockListener> event) {
    boolean begins;
    boolean firstDropped = false;
    boolean slow = false;
    long nowNanos = time.nanos();
    guard.lock();
    try {
      if (waiting.size() < WAITING_MAX) {
        waiting.addLast(event);
      } else {
        dropped++;
        firstDropped = dropped == 1;
      }
      begins = !busy;
      if (begins) {
        busy = true;
        sinceNanos = nowNanos;
      } else if (!slowTold && nowNanos - sinceNanos > SLOW_NANOS) {
        slow = true;
        slowTold = true;
      }
    } finally {
      guard.unlock();
    }
    if (slow) {
      warn.accept(
          name() + " has been at one event for more than 10 seconds; the next ones wait for it");
    }
    if (firstDropped) {
      warn.accept(
          name()
              + " is "
              + WAITING_MAX
              + " events behind; more are dropped until it has caught up");
    }
    if (begins) {
      executor.execute(this::turn);
    }
  }

  /** On the callback executor. */
  private void turn() {
    for (int i = 0; i < TURN; i++) {
      Consumer<LockListener> event = next();
      if (event == null) {
        return;
      }
      Callbacks.runLogged(() -> event.accept(listener));
    }
    executor.execute(this::turn);
  }

  private @Nullable Consumer<LockListener> next() {
    long nowNanos = time.nanos();
    long lost = 0;
    Consumer<LockListener> event;
    guard.lock();
    try {
      event = waiting.pollFirst();
      sinceNanos = nowNanos;
      if (event == null) {
        busy = false;
        slowTold = false;
        lost = dropped;
        dropped = 0;
      }
    } finally {
      guard.unlock();
    }
    if (lost > 0) {
      warn.accept(name() + " has caught up; " + lost + " events were dropped");
    }
    return event;
  }

  /** Its class, because its text may be anything. */
  private String name() {
    return "Listener " + listener.getClass().getName();
  }
}
