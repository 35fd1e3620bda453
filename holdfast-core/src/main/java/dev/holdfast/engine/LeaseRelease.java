package dev.holdfast.engine;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockKind;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.engine.flight.Flight;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.ReleaseOutcome;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a release to be confirmed and turns its outcome into what the caller is told. Bounded
 * by three seconds and by the lease's own validity, since after that the store frees it anyhow.
 */
final class LeaseRelease {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long LIMIT_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(50);

  private LeaseRelease() {}

  /**
   * How long a release of the lease is waited for; asked before the release begins; null joins one.
   */
  static long limitNanos(@Nullable EngineLease lease, TimeSource time) {
    if (lease == null) {
      return LIMIT_NANOS;
    }
    long remaining = lease.remainingNanos(time.nanos());
    // Nothing remains of what the client's close is releasing at this moment: it is waited for.
    return remaining == 0
        ? LIMIT_NANOS
        : Math.max(LIMIT_NANOS_MIN, Math.min(LIMIT_NANOS, remaining));
  }

  /** Waits; false when there is no answer in time. */
  static boolean confirmed(
      HoldfastClient client, CompletableFuture<ReleaseOutcome> release, long limitNanos) {
    return release.isDone() || Blocking.await(release, limitNanos, client.context().time());
  }

  /** Throws unless the lease was held until its release. */
  static void report(HoldfastClient client, EngineLease lease, ReleaseOutcome outcome) {
    ResourceId resource = lease.queue().resource();
    LossReason lost = lease.lossReason();
    if (lost != null) {
      throw LossReport.ofRelease(client, lease, lost);
    }
    switch (outcome) {
      case RELEASED, HANDED_ON -> {
        boolean handedOn = outcome == ReleaseOutcome.HANDED_ON;
        LockKind kind = resource.kind().shown();
        Duration held = Duration.ofNanos(client.context().time().nanos() - lease.acquiredNanos());
        Flight.held(kind, resource.name(), lease.token(), held, handedOn);
        client
            .context()
            .callbacks()
            .tell(listener -> listener.onRelease(kind, resource.name(), held, handedOn));
      }
      case SHRUNK -> {
        // The lease goes on.
      }
      case EXPIRED -> throw lostAtRelease(client, lease, LossReason.STORE_SAID);
      case TAKEN -> throw lostAtRelease(client, lease, LossReason.TAKEN);
      case UNKNOWN ->
          throw unknown(client, resource, "its session ended before it was confirmed", null);
    }
  }

  /** Only the answer to the release told of the loss, so listeners do not know of it. */
  private static LockLostException lostAtRelease(
      HoldfastClient client, EngineLease lease, LossReason reason) {
    lease.tellLost(client.context().callbacks(), reason);
    return LossReport.ofRelease(client, lease, reason);
  }

  /** The failure of a release that the store has not confirmed in time. */
  static ReleaseUnknownException unconfirmed(HoldfastClient client, EngineLease lease) {
    ResourceId resource = lease.queue().resource();
    HoldfastException failure = lease.releaseFailure();
    if (failure instanceof StoreRefusedException) {
      return new ReleaseUnknownException(
          words(client, resource, "it refuses: " + failure.getMessage())
              + ". It stays held until the store accepts it or this client is closed.",
          resource.name(),
          client.store(),
          failure);
    }
    return unknown(client, resource, "it gave no answer in time", failure);
  }

  /** What messages call a release at the beginning of a sentence. */
  static String title(ResourceId resource) {
    boolean permits = resource.kind() == ResourceKind.SEMAPHORE;
    return (permits ? "Release of permits of '" : "Unlock of '") + resource.name() + "'";
  }

  private static ReleaseUnknownException unknown(
      HoldfastClient client,
      ResourceId resource,
      String detail,
      @Nullable HoldfastException failure) {
    return new ReleaseUnknownException(
        words(client, resource, detail)
            + ". The client goes on releasing in the background; at the latest it is free when the"
            + " session's TTL of "
            + client.sessionTtl()
            + " has passed.",
        resource.name(),
        client.store(),
        failure);
  }

  private static String words(HoldfastClient client, ResourceId resource, String detail) {
    return title(resource)
        + ": whether the store "
        + client.store()
        + " has released it is unknown, because "
        + detail;
  }
}
