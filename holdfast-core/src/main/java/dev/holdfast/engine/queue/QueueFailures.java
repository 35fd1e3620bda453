package dev.holdfast.engine.queue;

import dev.holdfast.ClientClosedException;
import dev.holdfast.HoldfastException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.LockStore;
import org.jspecify.annotations.Nullable;

/** Words the failures that waiting can end with. */
final class QueueFailures {

  private QueueFailures() {}

  static HoldfastException closed(String lockName, String store) {
    return new ClientClosedException("The lock client is closed", lockName, store, null);
  }

  static HoldfastException unreachable(
      String lockName, LockStore store, @Nullable HoldfastException cause) {
    String what =
        cause == null
            ? store.description() + " can't be reached: it gave no answer"
            : String.valueOf(cause.getMessage());
    return new StoreUnavailableException(
        what + ". Nothing was acquired.", lockName, store.address(), cause);
  }
}
