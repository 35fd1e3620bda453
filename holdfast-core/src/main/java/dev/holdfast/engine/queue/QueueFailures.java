package dev.holdfast.engine.queue;

import dev.holdfast.CapacityExceededException;
import dev.holdfast.ClientClosedException;
import dev.holdfast.HoldfastException;
import dev.holdfast.PermitsNotSetException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import org.jspecify.annotations.Nullable;

/** Words the failures that waiting can end with. */
final class QueueFailures {

  private QueueFailures() {}

  static HoldfastException closed(String lockName, String store) {
    return new ClientClosedException("The lock client is closed", lockName, store, null);
  }

  /** Why waiting for permits would be in vain. */
  static HoldfastException hopeless(RequestAnswer answer, Request request, String store) {
    String name = request.resource().name();
    if (answer instanceof RequestAnswer.TooLarge tooLarge) {
      return new CapacityExceededException(
          "There are "
              + tooLarge.capacity()
              + " permits in all, and "
              + request.units()
              + " were asked for. Ask for fewer, or add permits.",
          name,
          store,
          null);
    }
    return new PermitsNotSetException(
        "Its permits are not set, so there is nothing to wait for. Call trySetPermits first.",
        name,
        store,
        null);
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
