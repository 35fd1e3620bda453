package dev.holdfast.redis;

import java.time.Duration;

/** Lease times as the scripts take them. */
final class LeaseMillis {

  private static final long MAX = 1_000_000_000_000L;

  private LeaseMillis() {}

  /** A part of a millisecond counts as a whole one: a lease never ends before its time. */
  static long of(Duration lease) {
    long millis =
        lease.compareTo(Duration.ofMillis(MAX)) > 0 ? MAX : lease.plusNanos(999_999).toMillis();
    return Math.max(1, millis);
  }
}
