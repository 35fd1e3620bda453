package dev.holdfast.spi;

/**
 * The two clocks that engine and stores may read, and nothing else may be read by them.
 *
 * <p>Thread-safe. Deadlines are points on the monotonic clock and are compared by subtraction only;
 * the wall clock serves to notice a suspended machine and to show times to people.
 */
public interface TimeSource {

  /**
   * The monotonic clock.
   *
   * @return nanoseconds since an arbitrary moment; may be negative, may wrap around
   */
  long nanos();

  /**
   * The wall clock.
   *
   * @return milliseconds since 1970, UTC; may be stepped in either direction
   */
  long wallMillis();
}
