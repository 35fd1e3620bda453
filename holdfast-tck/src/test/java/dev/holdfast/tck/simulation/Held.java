package dev.holdfast.tck.simulation;

import dev.holdfast.Lease;
import dev.holdfast.Permits;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.ReleaseOutcome;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Token;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** A lease or permits that a player got, and what the oracle knows of them. */
final class Held {

  final Player player;
  private final Object handle;
  private final BooleanSupplier valid;
  private final EngineLease lease;
  private final String description;

  /** Whether it was ever seen valid. */
  boolean seenValid;

  private Held(Player player, Object handle, BooleanSupplier valid, String description) {
    this.player = player;
    this.handle = handle;
    this.valid = valid;
    this.lease = InsideHandle.of(handle);
    this.description = description;
  }

  /** A lease, or each of several that were taken together. */
  static List<Held> of(Player player, Lease lease, String description) {
    List<? extends Lease> parts =
        lease.members().size() == 1 ? List.of(lease) : InsideHandle.several(lease);
    return parts.stream().map(part -> new Held(player, part, part::isHeld, description)).toList();
  }

  static Held of(Player player, Permits permits, String description) {
    return new Held(player, permits, permits::isHeld, description);
  }

  boolean isValid() {
    return valid.getAsBoolean();
  }

  ResourceId resource() {
    return lease.queue().resource();
  }

  int units() {
    return lease.units();
  }

  /** Whether nobody may hold the same beside it. */
  boolean exclusive() {
    return lease.exclusive();
  }

  long token() {
    return lease.token();
  }

  long sequence() {
    return Token.sequence(token());
  }

  /**
   * Gives it back without waiting: {@code close()} would block the only thread of the simulation.
   */
  CompletableFuture<ReleaseOutcome> release() {
    return lease.queue().release(lease);
  }

  /** Gives one unit back without waiting. */
  CompletableFuture<ReleaseOutcome> releaseOne() {
    CompletableFuture<ReleaseOutcome> release = lease.queue().release(lease, 1);
    if (release == null) {
      throw new AssertionError("Nothing is left of " + this);
    }
    return release;
  }

  @Override
  public String toString() {
    return description + " of " + player + ": " + handle + " " + token();
  }
}
