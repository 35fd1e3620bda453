package dev.holdfast.memory.model;

import java.time.Instant;

/**
 * When a command is carried out, by the clocks of the space.
 *
 * @param nanos the monotonic clock, for deadlines
 * @param wallMillis the wall clock, for sequences and for people
 */
public record Moment(long nanos, long wallMillis) {

  Instant wall() {
    return Instant.ofEpochMilli(wallMillis);
  }

  long wallMicros() {
    return Math.multiplyExact(wallMillis, 1_000L);
  }

  /** Nanoseconds until a deadline; zero or negative when it has passed. */
  long until(long deadlineNanos) {
    return deadlineNanos - nanos;
  }
}
