package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Nobody has set how many permits the semaphore has, or its permits were deleted: there is nothing
 * to wait for. Call {@link DistributedSemaphore#trySetPermits} first. Nothing was acquired.
 */
public final class PermitsNotSetException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which semaphore, and what to do
   * @param lockName the semaphore concerned
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public PermitsNotSetException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, lockName, store, cause);
  }
}
