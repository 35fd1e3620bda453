package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The store did not answer in time, or there is no connection to it.
 *
 * <p>Whatever was asked may or may not have happened there; the client goes on undoing a request
 * that its caller has given up, and what it can't undo ends with the session's time to live.
 */
public final class StoreUnavailableException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, and what to do
   * @param lockName the lock concerned, or an empty text
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public StoreUnavailableException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, lockName, store, cause);
  }
}
