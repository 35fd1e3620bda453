package dev.holdfast.engine.latch;

import dev.holdfast.ClientClosedException;
import dev.holdfast.CountDownUnknownException;
import dev.holdfast.HoldfastException;
import dev.holdfast.LatchLostException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ResourceId;
import org.jspecify.annotations.Nullable;

/** Words the failures that calls about a latch can end with. */
public final class LatchFailures {

  private LatchFailures() {}

  static HoldfastException closed(ResourceId latch, String store) {
    return new ClientClosedException("The lock client is closed", latch.name(), store, null);
  }

  static HoldfastException lost(ResourceId latch, String store) {
    return new LatchLostException(
        "Its round is not in the store "
            + store
            + " any more, and is not known to have reached zero: the latch was deleted, or the"
            + " store has lost data. Find out in another way whether all is done.",
        latch.name(),
        store,
        null);
  }

  static HoldfastException unreachable(
      ResourceId latch, LockStore store, @Nullable HoldfastException cause) {
    String what =
        cause == null
            ? store.description() + " can't be reached: it gave no answer"
            : String.valueOf(cause.getMessage());
    return new StoreUnavailableException(what, latch.name(), store.address(), cause);
  }

  /** Whether a count-down was carried out is unknown. */
  public static HoldfastException unknown(
      ResourceId latch, String store, @Nullable HoldfastException cause) {
    String detail = cause == null ? "it gave no answer" : String.valueOf(cause.getMessage());
    return new CountDownUnknownException(
        "Whether the store "
            + store
            + " has counted down is unknown: "
            + detail
            + ". Don't count down again; the client goes on in the background while it is open,"
            + " and sees to it that it counts once.",
        latch.name(),
        store,
        cause);
  }
}
