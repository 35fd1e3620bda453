package dev.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lock was not granted within the wait: somebody else holds it.
 *
 * <p>The request was withdrawn; nothing of it remains in the store.
 */
public final class LockNotAcquiredException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable LockView view;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, who holds it, and what to do
   * @param lockName the lock concerned
   * @param store the store's address without secrets
   * @param view who holds and who waits, as last seen; null when it could not be learnt
   */
  public LockNotAcquiredException(
      String message, String lockName, String store, @Nullable LockView view) {
    super(message, lockName, store, null);
    this.view = view;
  }

  /**
   * Who held the lock and who waited for it when the wait ended.
   *
   * @return the view; empty when the store did not tell in time, and after deserialization
   */
  public Optional<LockView> view() {
    return Optional.ofNullable(view);
  }
}
