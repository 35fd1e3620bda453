package dev.holdfast.engine.session;

import dev.holdfast.spi.RequestId;

/**
 * Spreads what many clients would do in step. The chance comes from the clock's last digits and
 * from the request's id, which is random: as good as a generator for this purpose, and the same
 * again when a test under a virtual clock is replayed.
 */
public final class Jitter {

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private Jitter() {}

  /** A number from zero to below the bound. */
  public static long below(long bound, long nowNanos, RequestId id) {
    long mixed = (nowNanos ^ id.hashCode()) * MIX;
    mixed = (mixed ^ (mixed >>> 32)) * MIX;
    return Math.floorMod(mixed ^ (mixed >>> 29), bound);
  }
}
