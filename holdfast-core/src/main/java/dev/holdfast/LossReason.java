package dev.holdfast;

/** Why a lease is no longer held although nobody released it. */
public enum LossReason {
  /** Its validity ran out: no renewal was confirmed in time, or its own lease time ended. */
  EXPIRED,
  /** The store said that the session is gone, or that it has no record of the lease. */
  STORE_SAID,
  /** The store named another holder. */
  TAKEN,
  /**
   * An operator has taken it away, see {@link LockClient#revoke}. It becomes {@link
   * #REVOKED_BY_FORCE} if the operator does not wait for the actions on the loss.
   */
  REVOKED,
  /** An operator has taken it away by force: somebody else may hold the lock already. */
  REVOKED_BY_FORCE
}
