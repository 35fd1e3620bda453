package dev.holdfast.engine;

import dev.holdfast.LossReason;
import dev.holdfast.NotHeldException;
import dev.holdfast.Permits;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.ReleaseOutcome;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Permits as the application sees them: any thread may use them and give them back. */
final class PermitsHandle implements Permits {

  private final HoldfastClient client;
  private final EngineLease lease;
  private final AtomicBoolean over = new AtomicBoolean();

  PermitsHandle(HoldfastClient client, EngineLease lease) {
    this.client = client;
    this.lease = lease;
  }

  @Override
  public String name() {
    return lease.queue().resource().name();
  }

  @Override
  public int count() {
    return lease.units();
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
    LeaseTime.require(client, lease, "Permits of '", atLeast);
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
    if (over.compareAndSet(false, true)) {
      giveAllBack();
    }
  }

  @Override
  public void release() {
    if (!over.compareAndSet(false, true)) {
      throw notHeld("all were given back before");
    }
    giveAllBack();
  }

  private void giveAllBack() {
    long limit = LeaseRelease.limitNanos(lease, client.context().time());
    await(lease.queue().release(lease), limit);
  }

  @Override
  public void release(int permits) {
    if (permits < 1) {
      throw new IllegalArgumentException("Not a number of permits to give back: " + permits);
    }
    if (over.get()) {
      throw notHeld("all were given back before");
    }
    long limit = LeaseRelease.limitNanos(lease, client.context().time());
    CompletableFuture<ReleaseOutcome> release = lease.queue().release(lease, permits);
    if (release == null) {
      throw notHeld(permits + " were to be given back, and " + lease.units() + " are held");
    }
    if (lease.units() == 0 || lease.lossReason() != null) {
      over.set(true);
    }
    await(release, limit);
  }

  private void await(CompletableFuture<ReleaseOutcome> release, long limitNanos) {
    if (lease.lossReason() == null && !LeaseRelease.confirmed(client, release, limitNanos)) {
      throw LeaseRelease.unconfirmed(client, lease);
    }
    LeaseRelease.report(client, lease, release.getNow(ReleaseOutcome.UNKNOWN));
  }

  private NotHeldException notHeld(String detail) {
    return new NotHeldException(
        LeaseRelease.title(lease.queue().resource())
            + ": "
            + detail
            + ". Nothing was changed. Give each permit back once; close() may be called again.",
        name(),
        client.store());
  }

  @Override
  public String toString() {
    return "Permits[" + count() + " of " + name() + (isHeld() ? ", held]" : ", over]");
  }
}
