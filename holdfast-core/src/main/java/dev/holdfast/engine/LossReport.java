package dev.holdfast.engine;

import dev.holdfast.LockLostException;
import dev.holdfast.LockView;
import dev.holdfast.LossReason;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.spi.ResourceId;
import java.util.Optional;

/** Words a loss, and finds out whether somebody else holds the lock by now. */
final class LossReport {

  private static final String LONGER =
      ", and choose a longer lease time or leave it to the session";

  private LossReport() {}

  /** The failure of a release: asks the store once, shortly, who holds the lock. */
  static LockLostException ofRelease(HoldfastClient client, EngineLease lease, LossReason known) {
    ResourceId resource = lease.queue().resource();
    LossReason reason = known;
    String holder = "";
    boolean revoked = known == LossReason.REVOKED || known == LossReason.REVOKED_BY_FORCE;
    // Where several may hold it, others who do have taken nothing.
    if (known != LossReason.TAKEN && !revoked && lease.exclusive()) {
      Optional<LockView> view = Inspection.shortly(client, resource);
      if (view.isPresent() && !view.get().holders().isEmpty()) {
        reason = LossReason.TAKEN;
        holder = ": " + view.get().holders().get(0).party();
      }
    }
    String found =
        switch (reason) {
          case TAKEN -> "somebody else holds it by now" + holder;
          case EXPIRED -> "its lease had expired; nobody is known to have taken it";
          case STORE_SAID -> "the store has no record of its lease any more";
          case REVOKED -> "an operator has taken it away";
          case REVOKED_BY_FORCE -> "an operator has taken it away by force";
        };
    return new LockLostException(
        LeaseRelease.title(resource)
            + ": it was lost before, "
            + found
            + ". Work since then was not protected; check it"
            + (known == LossReason.EXPIRED ? LONGER : "")
            + ".",
        resource.name(),
        client.store(),
        reason);
  }

  /** The failure of a call that needs a hold which was lost. */
  static LockLostException ofHold(HoldfastClient client, ResourceId resource, LossReason reason) {
    return new LockLostException(
        "Lock '"
            + resource.name()
            + "' was held by this thread and has been lost ("
            + reason
            + "). Unlock it as often as it was locked before locking it again.",
        resource.name(),
        client.store(),
        reason);
  }
}
