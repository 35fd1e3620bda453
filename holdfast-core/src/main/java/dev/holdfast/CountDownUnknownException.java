package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * A count-down was sent, and the store has not confirmed it in time: it has counted, or will, or
 * was lost with the client.
 *
 * <p>As long as the client is open it goes on in the background until the store has answered, and
 * makes sure that it counts once. Another {@link DistributedCountDownLatch#countDown} would count a
 * second time.
 */
public final class CountDownUnknownException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which latch, and what to do
   * @param latchName the latch concerned
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public CountDownUnknownException(
      String message, String latchName, String store, @Nullable Throwable cause) {
    super(message, latchName, store, cause);
  }
}
