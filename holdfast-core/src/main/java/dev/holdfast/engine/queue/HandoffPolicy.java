package dev.holdfast.engine.queue;

import dev.holdfast.spi.Token;
import java.util.concurrent.TimeUnit;

/**
 * Decides how long one grant of the store may be handed round inside this JVM.
 *
 * <p>While somebody else waits, or nobody knows whether: at most 16 handoffs, and none later than
 * 20 ms after the grant or after it became known, whichever is later. While nobody else waits: as
 * many as the token can number, and none later than a third of the TTL after the grant.
 */
final class HandoffPolicy {

  private static final int CONTENDED_HANDOFFS_MAX = 16;
  private static final long CONTENDED_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

  private HandoffPolicy() {}

  /**
   * Whether one more handoff is allowed.
   *
   * @param handoffs handoffs since the grant
   * @param contendedHandoffs handoffs since it became known that others wait
   * @param sinceGrantNanos time since the grant
   * @param othersWait whether others wait or may wait
   * @param sinceOthersNanos time since that became known
   * @param ttlNanos the session's TTL
   */
  static boolean allows(
      int handoffs,
      int contendedHandoffs,
      long sinceGrantNanos,
      boolean othersWait,
      long sinceOthersNanos,
      long ttlNanos) {
    if (handoffs >= Token.HANDOFFS_MAX) {
      return false;
    }
    if (!othersWait) {
      return sinceGrantNanos < ttlNanos / 3;
    }
    return contendedHandoffs < CONTENDED_HANDOFFS_MAX
        && Math.min(sinceGrantNanos, sinceOthersNanos) < CONTENDED_NANOS_MAX;
  }
}
