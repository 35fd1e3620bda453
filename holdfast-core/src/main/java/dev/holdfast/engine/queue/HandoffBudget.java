package dev.holdfast.engine.queue;

import dev.holdfast.spi.Grant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one grant that decides how long it may be handed round here: when it came, and
 * whether and since when others wait. Guarded by the queue.
 */
final class HandoffBudget {

  private @Nullable Grant grant;
  private long grantedNanos;
  private boolean othersWait;
  private long othersSinceNanos;
  private int contendedHandoffs;

  /** The store has granted; what it says of others replaces what was assumed while waiting. */
  void begin(Grant given, long nowNanos) {
    grant = given;
    grantedNanos = nowNanos;
    othersWait = false;
    if (given.othersWait()) {
      othersWait(nowNanos);
    }
  }

  Grant grant() {
    Grant present = grant;
    if (present == null) {
      throw new IllegalStateException("Nothing is granted yet");
    }
    return present;
  }

  /** Others wait, or nobody knows any more whether they do. */
  void othersWait(long nowNanos) {
    if (!othersWait) {
      othersWait = true;
      othersSinceNanos = nowNanos;
      contendedHandoffs = 0;
    }
  }

  boolean allows(int handoffs, long nowNanos, long ttlNanos) {
    return HandoffPolicy.allows(
        handoffs,
        contendedHandoffs,
        nowNanos - grantedNanos,
        othersWait,
        nowNanos - othersSinceNanos,
        ttlNanos);
  }

  void count() {
    if (othersWait) {
      contendedHandoffs++;
    }
  }
}
