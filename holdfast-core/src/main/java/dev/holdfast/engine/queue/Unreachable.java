package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import dev.holdfast.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/** Words the one failure that waiting for a silent store ends with. */
final class Unreachable {

  private Unreachable() {}

  static HoldfastException failure(
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
