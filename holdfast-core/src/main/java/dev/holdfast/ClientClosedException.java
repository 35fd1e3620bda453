package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The {@link LockClient} was closed: before the call, or while it waited.
 *
 * <p>Nothing of the request remains in the store.
 */
public final class ClientClosedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, and what to do
   * @param lockName the lock concerned, or an empty text
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public ClientClosedException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, lockName, store, cause);
  }
}
