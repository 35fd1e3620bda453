package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Root of this library's unchecked exceptions, one subclass for each thing that a caller does
 * differently.
 *
 * <p>Not being granted a lock in time is no exception for methods that return a boolean or an
 * optional. A lost lease and a wrong owner are {@link IllegalMonitorStateException}s instead: see
 * {@link LockFailure}.
 */
public abstract class HoldfastException extends RuntimeException implements LockFailure {

  private static final long serialVersionUID = 1L;

  private final String lockName;
  private final String store;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, and what to do
   * @param lockName the lock concerned, or an empty text
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  protected HoldfastException(
      String message, String lockName, String store, @Nullable Throwable cause) {
    super(message, cause);
    this.lockName = lockName;
    this.store = store;
  }

  @Override
  public final String lockName() {
    return lockName;
  }

  @Override
  public final String store() {
    return store;
  }
}
