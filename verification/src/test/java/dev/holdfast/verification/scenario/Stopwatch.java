package dev.holdfast.verification.scenario;

import java.time.Duration;

/**
 * Measures one time and says it, because the figure is worth more than that it was below a bound.
 *
 * @param startNanos when it was started, on the monotonic clock
 */
public record Stopwatch(long startNanos) {

  /**
   * Starts.
   *
   * @return the running watch
   */
  public static Stopwatch start() {
    return new Stopwatch(System.nanoTime());
  }

  /**
   * The time until now.
   *
   * @param what for the printed line
   * @return the time
   */
  public Duration stop(String what) {
    return until(System.nanoTime(), what);
  }

  /**
   * The time until a moment.
   *
   * @param nanos the moment
   * @param what for the printed line
   * @return the time
   */
  public Duration until(long nanos, String what) {
    Duration took = Duration.ofNanos(nanos - startNanos);
    System.out.printf("%s: %.1f ms%n", what, took.toNanos() / 1e6);
    return took;
  }
}
