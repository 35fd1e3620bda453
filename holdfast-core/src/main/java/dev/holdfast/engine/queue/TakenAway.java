package dev.holdfast.engine.queue;

import dev.holdfast.LossReason;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.Scheduler.Timer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;

/**
 * What follows when an operator has taken a lease away: it is lost at once, and the store learns of
 * it, and passes the lock on, when the actions that the application registered for the loss have
 * run. So they can end the work under the lease while nobody else has the lock.
 *
 * <p>Not for ever: after half of the session's time to live the lock passes on all the same. A
 * holder that gives the lease back by itself before that waits for nothing.
 */
final class TakenAway {

  private static final Logger LOGGER = System.getLogger(TakenAway.class.getName());

  private static final int SESSION_PART = 2;

  private final LocalQueue queue;
  private final EngineLease lease;

  TakenAway(LocalQueue queue, EngineLease lease) {
    this.queue = queue;
    this.lease = lease;
  }

  /** Called under the guard. */
  void begin(QueueCore core, Revocation revocation, Effects effects) {
    effects.add(() -> log(revocation));
    if (revocation.force()) {
      // The lock has passed on, or is about to; there is nothing to wait with.
      lease.request().withdraw(effects);
      core.onLost(lease.request(), LossReason.REVOKED_BY_FORCE, effects);
    } else {
      core.onLost(lease.request(), LossReason.REVOKED, effects);
      effects.add(this::takeBack);
    }
  }

  private void log(Revocation revocation) {
    LOGGER.log(
        Level.WARNING,
        "Lock ''{0}'': {1} has taken the lease with token {2} away{3}; it is lost",
        queue.resource().name(),
        revocation.by(),
        Long.toString(lease.token()),
        revocation.force() ? " by force" : "");
  }

  /** Takes the request back in time. Comes when the actions were handed over. */
  private void takeBack() {
    Runnable withdrawal = () -> queue.step(lease.request()::withdraw);
    CompletableFuture<?> told = lease.lossTold();
    if (told == null) {
      withdrawal.run();
      return;
    }
    long limitNanos = lease.request().session().ttl().toNanos() / SESSION_PART;
    Timer limit = queue.context().scheduler().schedule(withdrawal, limitNanos);
    var unused =
        told.thenRun(
            () -> {
              limit.cancel();
              withdrawal.run();
            });
  }
}
