package dev.holdfast.engine.queue;

import dev.holdfast.ClientClosedException;
import dev.holdfast.HoldfastException;
import dev.holdfast.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/** Words the failures that waiting can end with. */
final class QueueFailures {

  private QueueFailures() {}

  static HoldfastException closed(String lockName, String store) {
    return new ClientClosedException("The lock client is closed", lockName, store, null);
  }

  static HoldfastException unreachable(
      String lockName, String store, @Nullable HoldfastException cause) {
    String detail = cause == null ? "it gave no answer" : String.valueOf(cause.getMessage());
    return new StoreUnavailableException(
        "The store "
            + store
            + " could not be reached: "
            + detail
            + ". Check that it runs and is reachable from here; nothing was acquired.",
        lockName,
        store,
        cause);
  }
}
