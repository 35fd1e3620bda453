package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * More permits were asked for than the semaphore has in all, so that waiting would be in vain. Also
 * told to whoever waits when the permits become fewer than it asked for. Nothing was acquired.
 */
public final class CapacityExceededException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which semaphore, and what to do
   * @param lockName the semaphore concerned
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public CapacityExceededException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, lockName, store, cause);
  }
}
