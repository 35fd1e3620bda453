package dev.holdfast.redis.redlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How long a lease lasts: as long as its keys were surely set for, by the local clock alone, and
 * not beyond its own bound if it has one.
 *
 * <p>Confined to its claim.
 */
final class Term {

  private static final Duration DRIFT_MIN = Duration.ofMillis(2);
  private static final int DRIFT_PART = 100;

  private final RedlockParts parts;
  private final long ttlMillis;
  // When the last confirmed setting of the keys began, and for how long it set them.
  private long setNanos;
  private long setMillis;
  private boolean bounded;
  private long boundNanos;

  Term(RedlockParts parts, Duration ttl) {
    this.parts = parts;
    this.ttlMillis = ttl.toMillis();
  }

  /** Whether keys that began to be set at a time are still set. */
  boolean covers(long startNanos, long millis) {
    return leftNanos(startNanos, millis) > 0;
  }

  private long leftNanos(long startNanos, long millis) {
    long lasts = TimeUnit.MILLISECONDS.toNanos(millis);
    return startNanos + lasts - lasts / DRIFT_PART - DRIFT_MIN.toNanos() - parts.now();
  }

  /** A quorum has the keys, set for so long from then on. */
  void set(long startNanos, long millis) {
    setNanos = startNanos;
    setMillis = millis;
  }

  /** The same, unless the keys were set later already. */
  void setLater(long startNanos, long millis) {
    if (startNanos - setNanos > 0) {
      set(startNanos, millis);
    }
  }

  boolean setSince(long nanos) {
    return setNanos - nanos >= 0;
  }

  boolean valid() {
    return covers(setNanos, setMillis);
  }

  boolean halfOver() {
    return leftNanos(setNanos, setMillis) < TimeUnit.MILLISECONDS.toNanos(setMillis) / 2;
  }

  /** Ends it at the latest so long after a time. */
  void bound(long fromNanos, Duration time) {
    bounded = true;
    boundNanos = fromNanos + time.toNanos();
  }

  boolean bounded() {
    return bounded;
  }

  boolean boundReached() {
    return bounded && untilBoundNanos() <= 0;
  }

  private long untilBoundNanos() {
    return boundNanos - parts.now();
  }

  /** For how long to set the keys anew. */
  long nextMillis() {
    return bounded ? within(TimeUnit.NANOSECONDS.toMillis(untilBoundNanos())) : ttlMillis;
  }

  /** For how long to set the keys first, if the lease has a bound that counts from then on. */
  long firstMillis(Optional<Duration> leaseTime) {
    return leaseTime.map(time -> within(time.toMillis())).orElse(ttlMillis);
  }

  /** No key lasts longer than the session. */
  private long within(long millis) {
    return Math.max(1, Math.min(ttlMillis, millis));
  }
}
