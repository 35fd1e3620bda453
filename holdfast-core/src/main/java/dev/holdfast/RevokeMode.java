package dev.holdfast;

/** What an operator takes away, and how. See {@link LockClient#revoke}. */
public enum RevokeMode {
  /**
   * The one lease that has the token, in agreement with its holder's client. If that client has
   * handed the lock on to another of its threads meanwhile, nothing is taken away.
   */
  LEASE,
  /**
   * Whatever lease the holder's client has by now under the grant to which the token belongs, in
   * agreement with that client.
   */
  HOLDER,
  /**
   * As {@link #HOLDER}, but the store passes the lock on at once, whatever the holder's client
   * does: until it hears of it, it may believe to hold what somebody else holds by then. For a
   * client that hangs and whose session does not end.
   */
  FORCE
}
