package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How long the store has given no sign of life about one lock, and why. Guarded by the queue. */
final class Silence {

  /** How long callers without a limit wait for a store that gives no sign of life. */
  private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(30);

  private boolean silent;
  private long sinceNanos;
  private @Nullable HoldfastException reason;

  /** The store gives signs of life. */
  void broken() {
    silent = false;
    reason = null;
  }

  /** The store gives no sign of life. */
  void goesOn(long nowNanos) {
    if (!silent) {
      silent = true;
      sinceNanos = nowNanos;
    }
  }

  /** As {@link #goesOn(long)}, and why. */
  void goesOn(long nowNanos, HoldfastException why) {
    goesOn(nowNanos);
    reason = why;
  }

  /** Whether a caller need not bear it any longer. */
  boolean tooLongFor(Waiter waiter, long nowNanos) {
    return silent && waiter.ask().unlimited() && nowNanos - sinceNanos >= NANOS_MAX;
  }

  @Nullable HoldfastException reason() {
    return reason;
  }
}
