package dev.holdfast;

/**
 * The calling thread does not own the lock, or the permits were given back before: there is nothing
 * to release. Nothing was changed.
 *
 * <p>A lease that was acquired as a handle is released by {@link Lease#close()}, from any thread.
 */
public final class NotHeldException extends IllegalMonitorStateException implements LockFailure {

  private static final long serialVersionUID = 1L;

  private final String lockName;
  private final String store;

  /**
   * Creates the exception.
   *
   * @param message which thread tried to release which lock, and who owns it
   * @param lockName the lock concerned
   * @param store the store's address without secrets
   */
  public NotHeldException(String message, String lockName, String store) {
    super(message);
    this.lockName = lockName;
    this.store = store;
  }

  @Override
  public String lockName() {
    return lockName;
  }

  @Override
  public String store() {
    return store;
  }
}
