package dev.holdfast.tck.simulation;

import dev.holdfast.Lease;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.ReleaseOutcome;
import dev.holdfast.spi.Token;
import java.lang.reflect.Field;
import java.util.concurrent.CompletableFuture;

/** A lease that a player got, and what the oracle knows of it. */
final class Held {

  final Player player;
  final Lease lease;
  final String description;

  /** Whether it was ever seen valid. */
  boolean seenValid;

  Held(Player player, Lease lease, String description) {
    this.player = player;
    this.lease = lease;
    this.description = description;
  }

  long sequence() {
    return Token.sequence(lease.fencingToken());
  }

  /**
   * Gives it back without waiting: {@code close()} would block the only thread of the simulation.
   */
  CompletableFuture<ReleaseOutcome> release() {
    EngineLease inner = engineLease();
    return inner.queue().release(inner);
  }

  private EngineLease engineLease() {
    try {
      Field field = lease.getClass().getDeclaredField("lease");
      field.setAccessible(true);
      return (EngineLease) field.get(lease);
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("The handle of a lease looks different now", changed);
    }
  }

  @Override
  public String toString() {
    return description + " of " + player + ": " + lease;
  }
}
