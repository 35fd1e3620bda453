package dev.holdfast.engine.session;

import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.StoreSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Calls to the store whose outcome nobody waits for: when one fails, its cause is told again by the
 * store, or ends with the session. Thread-safe.
 */
final class Errands {

  private static final Logger LOGGER = System.getLogger(Errands.class.getName());

  private final StoreSession store;
  // The finished requests that are being released: one call about a request at a time.
  private final Set<RequestId> returning = ConcurrentHashMap.newKeySet();

  Errands(StoreSession store) {
    this.store = store;
  }

  /** Releases what was granted to a request that is finished, unless that is under way. */
  void giveBack(RequestId id, ResourceId resource) {
    release(id, resource, () -> {});
  }

  /** Releases what was revoked of a request that is finished, and says so when it is done. */
  void giveBackRevoked(RequestId id, ResourceId resource) {
    release(id, resource, () -> acknowledge(id));
  }

  private void release(RequestId id, ResourceId resource, Runnable afterwards) {
    if (!returning.add(id)) {
      return;
    }
    store
        .release(resource, id)
        .whenComplete(
            (answer, failure) -> {
              returning.remove(id);
              if (failure == null) {
                afterwards.run();
              } else {
                LOGGER.log(Level.DEBUG, "Giving back the orphan grant " + id + " failed", failure);
              }
            });
  }

  /** Says that what was revoked is given up. */
  void acknowledge(RequestId id) {
    store
        .acknowledge(id)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                LOGGER.log(Level.DEBUG, "Acknowledging that " + id + " is over failed", failure);
              }
            });
  }

  /** Ends the session; completes when the store has confirmed, or has failed to. */
  CompletableFuture<@Nullable Void> close() {
    return store
        .close()
        .handle(
            (done, failure) -> {
              if (failure != null) {
                LOGGER.log(Level.DEBUG, "Closing session " + store.id() + " failed", failure);
              }
              return (@Nullable Void) null;
            })
        .toCompletableFuture();
  }
}
