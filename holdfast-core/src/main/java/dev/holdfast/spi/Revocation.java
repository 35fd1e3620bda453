package dev.holdfast.spi;

import dev.holdfast.LockView.Party;
import java.util.OptionalLong;

/**
 * An operator takes a lease away from the client that has it.
 *
 * @param id the request that holds
 * @param resource what it holds
 * @param token the fencing token of the one lease that is meant; empty means whichever lease of the
 *     grant is the present one
 * @param force whether the resource passes on without waiting for the client
 * @param by who takes it away, for people
 */
public record Revocation(
    RequestId id, ResourceId resource, OptionalLong token, boolean force, Party by) {

  /**
   * Whether a lease of the grant is meant.
   *
   * @param leaseToken its fencing token
   * @return true if it is the one, or if any is
   */
  public boolean means(long leaseToken) {
    return token.isEmpty() || token.getAsLong() == leaseToken;
  }
}
