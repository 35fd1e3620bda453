package dev.holdfast.engine.session;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Clocks and a timer that stand still until the test moves them. Used by one thread. */
final class ManualTime implements TimeSource, Scheduler {

  private record Task(Runnable run, long atNanos, long number) {}

  private final List<Task> tasks = new ArrayList<>();
  private long nanos = Long.MAX_VALUE - 1_000_000;
  private long wallMillis = 1_800_000_000_000L;
  private long numbers;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public long wallMillis() {
    return wallMillis;
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    Task entry = new Task(task, nanos + Math.max(0, delayNanos), numbers++);
    tasks.add(entry);
    return () -> tasks.remove(entry);
  }

  /** Lets time pass, running what becomes due in order. */
  void pass(Duration duration) {
    long end = nanos + duration.toNanos();
    while (true) {
      Task next =
          tasks.stream()
              .filter(task -> task.atNanos() - end <= 0)
              .min(
                  Comparator.<Task>comparingLong(task -> task.atNanos() - nanos)
                      .thenComparingLong(Task::number))
              .orElse(null);
      if (next == null) {
        move(end - nanos);
        return;
      }
      tasks.remove(next);
      move(Math.max(0, next.atNanos() - nanos));
      next.run().run();
    }
  }

  private void move(long byNanos) {
    long before = nanos;
    nanos += byNanos;
    wallMillis += nanos / 1_000_000 - before / 1_000_000;
  }

  /** The machine was suspended: only the wall clock has moved on. */
  void suspend(Duration duration) {
    wallMillis += duration.toMillis();
  }

  int timers() {
    return tasks.size();
  }
}
