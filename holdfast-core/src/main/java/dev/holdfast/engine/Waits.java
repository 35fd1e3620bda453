package dev.holdfast.engine;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Checks and saturates durations at the door, so that nothing inside can overflow. */
final class Waits {

  /** A hundred years: far beyond any use, and safe to add to any moment of the clocks. */
  static final Duration MAX = Duration.ofDays(36_500);

  private static final long NANOS_MAX = MAX.toNanos();
  private static final Duration LEASE_TIME_MIN = Duration.ofMillis(1);

  private Waits() {}

  /** A wait as nanoseconds; negative ones are refused. */
  static long checkedNanos(Duration wait) {
    Objects.requireNonNull(wait, "wait");
    if (wait.isNegative()) {
      throw new IllegalArgumentException(
          "A wait must not be negative: " + wait + ". Zero means not to wait.");
    }
    return wait.compareTo(MAX) > 0 ? NANOS_MAX : wait.toNanos();
  }

  /** A wait as {@link java.util.concurrent.locks.Lock} takes it: negative means not to wait. */
  static long nanos(long wait, TimeUnit unit) {
    Objects.requireNonNull(unit, "unit");
    return Math.max(0, Math.min(NANOS_MAX, unit.toNanos(wait)));
  }

  /** A lease time, positive; what is longer than the maximum counts as the maximum. */
  static Duration checkedLeaseTime(Duration leaseTime) {
    Objects.requireNonNull(leaseTime, "leaseTime");
    if (leaseTime.compareTo(LEASE_TIME_MIN) < 0) {
      throw new IllegalArgumentException(
          "A lease time must be at least one millisecond: "
              + leaseTime
              + ". For a lease that the session keeps, leave it out.");
    }
    return leaseTime.compareTo(MAX) > 0 ? MAX : leaseTime;
  }

  /** A lease time in a unit. */
  static Duration checkedLeaseTime(long leaseTime, TimeUnit unit) {
    Objects.requireNonNull(unit, "unit");
    if (leaseTime <= 0) {
      throw new IllegalArgumentException(
          "A lease time must be positive: "
              + leaseTime
              + " "
              + unit
              + ". For a lease that the session keeps, leave it out.");
    }
    return checkedLeaseTime(Duration.ofNanos(Math.min(NANOS_MAX, unit.toNanos(leaseTime))));
  }
}
