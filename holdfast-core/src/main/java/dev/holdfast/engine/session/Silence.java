package dev.holdfast.engine.session;

import dev.holdfast.HoldfastException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long the store has given no sign of life about one lock or latch, and why. Guarded by its
 * user.
 */
public final class Silence {

  /** How long callers without a limit wait for a store that gives no sign of life. */
  private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(30);

  private boolean silent;
  private long sinceNanos;
  private @Nullable HoldfastException reason;

  /** The store has given a sign of life so far. */
  public Silence() {}

  /** The store gives signs of life. */
  public void broken() {
    silent = false;
    reason = null;
  }

  /** The store gives no sign of life. */
  public void goesOn(long nowNanos) {
    if (!silent) {
      silent = true;
      sinceNanos = nowNanos;
    }
  }

  /** As {@link #goesOn(long)}, and why. */
  public void goesOn(long nowNanos, HoldfastException why) {
    goesOn(nowNanos);
    reason = why;
  }

  /** Whether a caller without a limit need not bear it any longer. */
  public boolean tooLong(long nowNanos) {
    return silent && nowNanos - sinceNanos >= NANOS_MAX;
  }

  /** Why, if that is known. */
  public @Nullable HoldfastException reason() {
    return reason;
  }
}
