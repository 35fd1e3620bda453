package dev.holdfast;

/**
 * The lease ended without being released: it expired, or another client holds the lock by now.
 *
 * <p>Work done since {@link Lease#isHeld()} was last true was not protected. Thrown by every {@code
 * unlock()} of a lost hold until its count is used up, by {@code lock()} of a thread whose hold was
 * lost, and by {@link Lease#requireRemaining}. A lost lease never comes back.
 */
public final class LockLostException extends IllegalMonitorStateException implements LockFailure {

  private static final long serialVersionUID = 1L;

  private final String lockName;
  private final String store;
  private final LossReason reason;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which lock, and what to do
   * @param lockName the lock concerned
   * @param store the store's address without secrets
   * @param reason why the lease was lost
   */
  public LockLostException(String message, String lockName, String store, LossReason reason) {
    super(message);
    this.lockName = lockName;
    this.store = store;
    this.reason = reason;
  }

  @Override
  public String lockName() {
    return lockName;
  }

  @Override
  public String store() {
    return store;
  }

  /**
   * Why the lease was lost.
   *
   * @return the reason, as far as it is known
   */
  public LossReason reason() {
    return reason;
  }
}
