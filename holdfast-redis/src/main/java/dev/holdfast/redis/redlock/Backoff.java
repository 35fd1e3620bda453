package dev.holdfast.redis.redlock;

import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/**
 * When a claim tries again. A release of ours is told of by each node, so that nothing needs to be
 * tried before; a release of others is not, so that tries follow what the key has left. Where
 * nobody may have won, they follow at once, by chance, and ever less often.
 *
 * <p>Confined to its claim.
 */
final class Backoff {

  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long SPLIT_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(2);
  private static final int SPLIT_DOUBLINGS_MAX = 6;
  private static final long POLL_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long POLL_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);
  private static final int POLL_PART = 8;
  private static final long EXPIRED_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private final RedlockParts parts;
  private final BitSet freed = new BitSet();
  private long beganNanos;
  private int splits;

  Backoff(RedlockParts parts) {
    this.parts = parts;
  }

  /** A round begins. */
  void begin() {
    freed.clear();
    beganNanos = parts.now();
  }

  /** A node was freed; returns whether so many are that somebody can win. */
  boolean freed(int node) {
    freed.set(node);
    return freed.cardinality() >= parts.quorum();
  }

  /** When to try although too few nodes have told of a release: messages may be lost. */
  long soonNanos() {
    return SOON_NANOS;
  }

  /** How long to wait after a round that others have won, or nobody. */
  long nanos(Round.Result.Contended why) {
    long left = why.millisLeft() > 86_400_000 ? Long.MAX_VALUE / 4 : why.millisLeft() * 1_000_000;
    if (why.split() || !freed.isEmpty()) {
      long took = Math.max(SPLIT_NANOS_MIN, parts.now() - beganNanos);
      long most = poll(left);
      long pause = Math.min(took << Math.min(splits++, SPLIT_DOUBLINGS_MAX), most);
      return parts.jittered(pause);
    }
    splits = 0;
    long expired = left + parts.jittered(EXPIRED_NANOS);
    return why.published() ? expired : Math.min(expired, parts.jittered(poll(left)));
  }

  private static long poll(long leftNanos) {
    return Math.max(POLL_NANOS_MIN, Math.min(POLL_NANOS_MAX, leftNanos / POLL_PART));
  }
}
