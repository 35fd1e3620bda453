package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The store answered with an error: a wrong password, missing rights, no memory, a version or a
 * stored layout that does not fit.
 *
 * <p>Unlike {@link StoreUnavailableException} this does not go away by itself; the message says
 * what to change. Nothing was granted.
 */
public final class StoreRefusedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, and what to do
   * @param lockName the lock concerned, or an empty text
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public StoreRefusedException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, lockName, store, cause);
  }
}
