package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The calling thread would wait for a lock that it holds itself, and so for ever.
 *
 * <p>Thrown by the handle style ({@code acquire}), and told by the future of {@code acquireAsync},
 * when the calling thread owns the lock through {@code lock()}, and for requests that can't be
 * served reentrantly. Use the lease that the thread has, or {@code lock()}, which is reentrant.
 */
public final class ReentrantWaitException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, and what to do
   * @param lockName the lock concerned, or an empty text
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public ReentrantWaitException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, lockName, store, cause);
  }
}
