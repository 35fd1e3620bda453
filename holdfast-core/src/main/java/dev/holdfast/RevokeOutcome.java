package dev.holdfast;

/** What became of an operator's attempt to take a lease away. See {@link LockClient#revoke}. */
public enum RevokeOutcome {
  /** It was taken away, and the lock has passed on. */
  RELEASED,
  /** Nobody holds the lock with that token. Nothing was changed. */
  NOT_HELD,
  /**
   * The lease had ended before, because the holder's client had handed the lock on to another of
   * its threads, which keeps it.
   */
  HANDED_ON,
  /**
   * The holder's client has been told and has not given the lease up within the wait. It is told
   * again until it does; at the latest the lock passes on when its session ends.
   */
  PENDING
}
