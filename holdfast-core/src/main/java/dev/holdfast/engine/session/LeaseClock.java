package dev.holdfast.engine.session;

import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells how long a session is surely valid, from the client's own clocks.
 *
 * <p>A session is valid until (monotonic time at which the last confirmed renewal was <i>sent</i>)
 * + TTL - margin. The margin is 1 % for clocks that run apart, plus the suspension that the wall
 * clock can't show. Nothing sets validity to false: it is computed at each check, so that the first
 * check after a pause of any kind is right.
 *
 * <p>The monotonic clock stands still while a machine is suspended. So a wall clock that has moved
 * on more than the monotonic one by {@link #suspensionNanos} since the last confirmation makes the
 * session <i>doubtful</i> until the next confirmation; a stepped wall clock does the same,
 * harmless.
 *
 * <p>Thread-safe: one immutable confirmation in a volatile field.
 */
final class LeaseClock {

  private static final long SUSPENSION_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

  private record Confirmation(long sentNanos, long sentWallMillis) {}

  private final TimeSource time;
  private final long ttlNanos;
  private final long suspensionNanos;
  private final long validNanos;
  private final ReentrantLock guard = new ReentrantLock();
  // Written under guard, read without it: an immutable value.
  private volatile Confirmation last;

  /** Starts with an opening that was sent at the given times, which the store has confirmed. */
  LeaseClock(TimeSource time, Duration ttl, long sentNanos, long sentWallMillis) {
    this.time = time;
    this.ttlNanos = ttl.toNanos();
    this.suspensionNanos = Math.min(SUSPENSION_NANOS_MAX, ttlNanos / 20);
    this.validNanos = ttlNanos - ttlNanos / 100 - suspensionNanos;
    this.last = new Confirmation(sentNanos, sentWallMillis);
  }

  /**
   * The store has confirmed what was sent at these times. Late confirmations never shorten.
   *
   * @return whether this is news
   */
  boolean confirm(long sentNanos, long sentWallMillis) {
    guard.lock();
    try {
      boolean newer = sentNanos - last.sentNanos() > 0;
      if (newer) {
        last = new Confirmation(sentNanos, sentWallMillis);
      }
      return newer;
    } finally {
      guard.unlock();
    }
  }

  /** Nanoseconds of validity left; zero or negative when it has run out. */
  long remainingNanos(long nowNanos) {
    return last.sentNanos() + validNanos - nowNanos;
  }

  /** Whether no renewal has been confirmed for half of the TTL. */
  boolean stale(long nowNanos) {
    return staleInNanos(nowNanos) <= 0;
  }

  /** Nanoseconds until it is stale; zero or negative when it is. */
  long staleInNanos(long nowNanos) {
    return last.sentNanos() + ttlNanos / 2 - nowNanos;
  }

  /** Whether the machine may have been suspended since the last confirmation. */
  boolean doubtful() {
    Confirmation confirmation = last;
    if (gapNanos(confirmation) <= suspensionNanos) {
      return false;
    }
    // A pause between the two readings looks like a suspension; a second pair tells them apart.
    long again = gapNanos(confirmation);
    return again > suspensionNanos;
  }

  private long gapNanos(Confirmation confirmation) {
    long monotonic = time.nanos() - confirmation.sentNanos();
    long wall = time.wallMillis() - confirmation.sentWallMillis();
    return TimeUnit.MILLISECONDS.toNanos(wall) - monotonic;
  }
}
