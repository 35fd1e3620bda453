package dev.holdfast.spi;

/**
 * The timer of engine and stores.
 *
 * <p>Thread-safe. Tasks run one after the other on one thread of the scheduler; they are short,
 * never block, and never run application code.
 */
public interface Scheduler {

  /**
   * Runs a task once, later.
   *
   * @param task what to run; an exception that it throws is logged
   * @param delayNanos nanoseconds from now; zero or negative means as soon as possible
   * @return a handle to take the task back
   */
  Timer schedule(Runnable task, long delayNanos);

  /** A task that was scheduled. Thread-safe. */
  interface Timer {

    /** Takes the task back if it has not begun; otherwise does nothing. */
    void cancel();
  }
}
