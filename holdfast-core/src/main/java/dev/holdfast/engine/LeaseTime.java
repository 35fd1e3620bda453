package dev.holdfast.engine;

import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.engine.queue.EngineLease;
import java.time.Duration;
import java.util.Objects;

/** What handles tell of the time that is left of a lease. */
final class LeaseTime {

  private LeaseTime() {}

  /** How long it is valid; zero when it is not held. */
  static Duration remaining(HoldfastClient client, EngineLease lease) {
    long nowNanos = client.context().time().nanos();
    return lease.held(nowNanos) ? Duration.ofNanos(lease.remainingNanos(nowNanos)) : Duration.ZERO;
  }

  /**
   * Throws unless enough is left.
   *
   * @param what how the message begins, up to the name
   */
  static void require(HoldfastClient client, EngineLease lease, String what, Duration atLeast) {
    Objects.requireNonNull(atLeast, "atLeast");
    if (atLeast.isNegative()) {
      throw new IllegalArgumentException("A required time must not be negative: " + atLeast);
    }
    Duration remaining = remaining(client, lease);
    if (remaining.isZero() || remaining.compareTo(atLeast) < 0) {
      LossReason reason = lease.lossReason();
      String name = lease.queue().resource().name();
      throw new LockLostException(
          what
              + name
              + "': "
              + remaining
              + " is left and "
              + atLeast
              + " is needed. Don't start the work; acquire a new lease.",
          name,
          client.store(),
          reason == null ? LossReason.EXPIRED : reason);
    }
  }
}
