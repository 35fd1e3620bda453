package dev.holdfast.cli.run;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockView;
import dev.holdfast.cli.report.Notices;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Tells a person who waits why: first after two seconds, then at growing intervals. The store is
 * asked by a thread of its own, so that a store that is slow to answer does not delay a Ctrl-C.
 *
 * <p>Used by the main thread only.
 */
final class WaitNotices {

  private static final long FIRST_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long INTERVAL_MAX_NANOS = Duration.ofMinutes(1).toNanos();

  private final String lock;
  private final Supplier<LockView> look;
  private final Queue<Event> events;
  private final Notices notices;
  private final long beganNanos;
  private long nextNanos;
  private long intervalNanos = FIRST_NANOS;

  WaitNotices(
      String lock, Supplier<LockView> look, Queue<Event> events, Notices notices, long nowNanos) {
    this.lock = lock;
    this.look = look;
    this.events = events;
    this.notices = notices;
    this.beganNanos = nowNanos;
    this.nextNanos = nowNanos + FIRST_NANOS;
  }

  long nanosUntilNext(long nowNanos) {
    return Math.max(0, nextNanos - nowNanos);
  }

  /** To be called whenever the main thread wakes. */
  void tick(long nowNanos) {
    if (nextNanos - nowNanos > 0) {
      return;
    }
    intervalNanos = Math.min(2 * intervalNanos, INTERVAL_MAX_NANOS);
    nextNanos = nowNanos + intervalNanos;
    Thread thread = new Thread(() -> events.add(new Event.Looked(look())), "holdfast-look");
    thread.setDaemon(true);
    thread.start();
  }

  private Optional<LockView> look() {
    try {
      return Optional.of(look.get());
    } catch (HoldfastException e) {
      return Optional.empty(); // The wait itself ends when the store stays away.
    }
  }

  void tell(Optional<LockView> view, long nowNanos) {
    notices.waiting(
        lock,
        Duration.ofNanos(nowNanos - beganNanos),
        view,
        view.map(seen -> place(seen.queue())).orElse(OptionalInt.empty()));
  }

  Duration waited(long nowNanos) {
    return Duration.ofNanos(nowNanos - beganNanos);
  }

  /** Our own request is the one of this process; another process waits only once for a name. */
  private static OptionalInt place(List<LockView.Waiter> queue) {
    long pid = ProcessHandle.current().pid();
    for (int i = 0; i < queue.size(); i++) {
      if (queue.get(i).party().pid() == pid) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }
}
