package dev.holdfast.tck.time;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A simulated world's clocks, timer and executor: time stands still until a test moves it, and
 * everything due then runs on the test's thread, one task after the other.
 *
 * <p>Tasks that are due at the same moment run in the order in which they were scheduled, or with a
 * seed in an order drawn from it, the same for the same seed. The monotonic clock begins shortly
 * before it wraps around, so that comparisons which forget this fail.
 *
 * <p>Reading the clocks and scheduling is thread-safe; moving time is for one thread.
 */
public final class VirtualTime implements TimeSource, Scheduler, Executor {

  private static final long ORIGIN_NANOS = Long.MAX_VALUE - Duration.ofSeconds(10).toNanos();
  private static final long ORIGIN_WALL_MILLIS = 1_700_000_000_000L;
  private static final int TASKS_AT_ONE_MOMENT_MAX = 1_000_000;

  private record Task(Runnable work, long dueNanos, long rank) {}

  private final ReentrantLock guard = new ReentrantLock();
  private final LongSupplier ranks;

  // Guarded by the guard.
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(
          (one, other) ->
              one.dueNanos != other.dueNanos
                  ? Long.compare(one.dueNanos, other.dueNanos)
                  : Long.compare(one.rank, other.rank));

  private final List<Throwable> failures = new ArrayList<>();

  /** Nanoseconds since the beginning. Written by the thread that moves time. */
  private volatile long elapsedNanos;

  private final AtomicLong wallStepMillis = new AtomicLong();

  /** How many tasks have run without time passing. For the thread that moves time. */
  private int tasksAtThisMoment;

  /** Makes a world in which tasks of one moment run in the order in which they were scheduled. */
  public VirtualTime() {
    this.ranks =
        new LongSupplier() {
          private long last;

          @Override
          public long getAsLong() {
            return last++;
          }
        };
  }

  /**
   * Makes a world in which tasks of one moment run in a random order.
   *
   * @param seed decides the order
   */
  public VirtualTime(long seed) {
    Random random = new Random(seed);
    this.ranks = random::nextLong;
  }

  @Override
  public long nanos() {
    return ORIGIN_NANOS + elapsedNanos;
  }

  @Override
  public long wallMillis() {
    return ORIGIN_WALL_MILLIS + wallStepMillis.get() + elapsedNanos / 1_000_000;
  }

  /**
   * The time that has passed since the beginning.
   *
   * @return nanoseconds
   */
  public long elapsedNanos() {
    return elapsedNanos;
  }

  /**
   * Steps the wall clock, as an administrator does, or a suspended machine that wakes up.
   *
   * @param step forward, or backward if negative
   */
  public void stepWall(Duration step) {
    wallStepMillis.addAndGet(step.toMillis());
  }

  @Override
  public Timer schedule(Runnable work, long delayNanos) {
    guard.lock();
    try {
      Task task = new Task(work, elapsedNanos + Math.max(0, delayNanos), ranks.getAsLong());
      tasks.add(task);
      return () -> cancel(task);
    } finally {
      guard.unlock();
    }
  }

  @Override
  public void execute(Runnable work) {
    schedule(work, 0);
  }

  private void cancel(Task task) {
    guard.lock();
    try {
      tasks.remove(task);
    } finally {
      guard.unlock();
    }
  }

  /**
   * How many tasks have not run.
   *
   * @return the number, those of later moments included
   */
  public int pending() {
    guard.lock();
    try {
      return tasks.size();
    } finally {
      guard.unlock();
    }
  }

  /** Runs what is due now, and what becomes due by that, without time passing. */
  public void settle() {
    advance(Duration.ZERO);
  }

  /**
   * Lets time pass and runs what becomes due, each task at its moment.
   *
   * @param duration how long
   */
  public void advance(Duration duration) {
    long end = elapsedNanos + duration.toNanos();
    boolean more = true;
    while (more) {
      more = runNext(end);
    }
    moveTo(end);
    throwFailures();
  }

  /**
   * Lets time pass until something is so.
   *
   * @param condition looked at after every task
   * @param limit how long at most
   * @return whether it came about
   */
  public boolean runUntil(BooleanSupplier condition, Duration limit) {
    long end = elapsedNanos + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (!runNext(end)) {
        moveTo(end);
        throwFailures();
        return condition.getAsBoolean();
      }
      throwFailures();
    }
    return true;
  }

  /** Runs the next task if it is due by then. */
  private boolean runNext(long endNanos) {
    Task task = next(endNanos);
    if (task == null) {
      return false;
    }
    moveTo(task.dueNanos);
    tasksAtThisMoment++;
    if (tasksAtThisMoment > TASKS_AT_ONE_MOMENT_MAX) {
      throw new AssertionError("Tasks go on and on without time passing");
    }
    try {
      task.work.run();
    } catch (RuntimeException | Error failure) {
      failures.add(failure);
    }
    return true;
  }

  private void moveTo(long moment) {
    if (moment > elapsedNanos) {
      elapsedNanos = moment;
      tasksAtThisMoment = 0;
    }
  }

  private @Nullable Task next(long endNanos) {
    guard.lock();
    try {
      Task task = tasks.peek();
      return task == null || task.dueNanos > endNanos ? null : tasks.remove();
    } finally {
      guard.unlock();
    }
  }

  private void throwFailures() {
    if (failures.isEmpty()) {
      return;
    }
    AssertionError failed = new AssertionError("A task failed", failures.get(0));
    failures.stream().skip(1).forEach(failed::addSuppressed);
    failures.clear();
    throw failed;
  }
}
