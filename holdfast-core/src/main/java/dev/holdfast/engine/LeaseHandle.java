package dev.holdfast.engine;

import dev.holdfast.Lease;
import dev.holdfast.LossReason;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.ReleaseOutcome;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A lease as the application sees it: any thread may use and close it. */
final class LeaseHandle implements Lease {

  private final HoldfastClient client;
  private final EngineLease lease;
  private final AtomicBoolean closed = new AtomicBoolean();

  LeaseHandle(HoldfastClient client, EngineLease lease) {
    this.client = client;
    this.lease = lease;
  }

  @Override
  public String name() {
    return lease.queue().resource().name();
  }

  @Override
  public long fencingToken() {
    return lease.token();
  }

  @Override
  public boolean isHeld() {
    return lease.held(client.context().time().nanos());
  }

  @Override
  public Duration remaining() {
    return LeaseTime.remaining(client, lease);
  }

  @Override
  public void requireRemaining(Duration atLeast) {
    LeaseTime.require(client, lease, "Lease of '", atLeast);
  }

  @Override
  public void onLost(Runnable listener) {
    lease.onLost(Objects.requireNonNull(listener, "listener"), client.context().callbacks());
  }

  @Override
  public Optional<LossReason> lossReason() {
    return Optional.ofNullable(lease.lossReason());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      long limit = LeaseRelease.limitNanos(lease, client.context().time());
      finish(lease.queue().release(lease), limit);
    }
  }

  /**
   * Begins to give the lease back, for a caller that gives back others before it waits for the
   * outcomes.
   *
   * @return waits for the outcome and throws what {@link #close} would
   */
  Runnable beginClose() {
    if (!closed.compareAndSet(false, true)) {
      return () -> {};
    }
    TimeSource time = client.context().time();
    long untilNanos = time.nanos() + LeaseRelease.limitNanos(lease, time);
    CompletableFuture<ReleaseOutcome> release = lease.queue().release(lease);
    return () -> finish(release, untilNanos - time.nanos());
  }

  private void finish(CompletableFuture<ReleaseOutcome> release, long limit) {
    if (lease.lossReason() == null && !LeaseRelease.confirmed(client, release, limit)) {
      throw LeaseRelease.unconfirmed(client, lease);
    }
    LeaseRelease.report(client, lease, release.getNow(ReleaseOutcome.UNKNOWN));
  }

  /** Whether nothing is left of it, whatever may be doubtful about the clocks. */
  boolean over() {
    return lease.remainingNanos(client.context().time().nanos()) == 0;
  }

  /** Gives the lease back; nobody waits for the store to confirm it. */
  void giveBack() {
    if (closed.compareAndSet(false, true)) {
      PendingAcquisition.giveBack(lease);
    }
  }

  @Override
  public String toString() {
    return "Lease[" + name() + ", token " + fencingToken() + (isHeld() ? ", held]" : ", over]");
  }
}
