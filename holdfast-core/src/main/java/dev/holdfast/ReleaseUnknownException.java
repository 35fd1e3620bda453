package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * A release was sent, and the store has not confirmed it in time: the lock may be free or not.
 *
 * <p>The lease is over for the application. The client goes on releasing in the background until
 * the store has answered or the session has ended, and a second {@code unlock()} by the same thread
 * joins that attempt and reports its outcome.
 */
public final class ReleaseUnknownException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, and what to do
   * @param lockName the lock concerned, or an empty text
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public ReleaseUnknownException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, lockName, store, cause);
  }
}
