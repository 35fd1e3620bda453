package dev.holdfast.guard;

import dev.holdfast.HoldfastException;

/**
 * A guard refused a write: it has accepted a higher token, so somebody with a later lease was here.
 *
 * <p>Nothing was written by the refused call. The lease that the token came from is lost, whatever
 * its client believes so far: end the work, and don't try again with the same token.
 */
public final class StaleTokenException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final long token;
  private final long acceptedToken;

  /**
   * Creates the exception.
   *
   * @param resource what is guarded
   * @param guard where its highest token is kept, for the message
   * @param token the refused token
   * @param acceptedToken the higher token that was accepted before
   */
  public StaleTokenException(String resource, String guard, long token, long acceptedToken) {
    super(
        ("Stale token %d for '%s': %s has accepted %d, so a later lease was here. Nothing was"
                + " written; stop this work.")
            .formatted(token, resource, guard, acceptedToken),
        resource,
        guard,
        null);
    this.token = token;
    this.acceptedToken = acceptedToken;
  }

  /**
   * The refused token.
   *
   * @return the token that the caller gave
   */
  public long token() {
    return token;
  }

  /**
   * The token that stood in the way.
   *
   * @return the highest token that the guard had accepted
   */
  public long acceptedToken() {
    return acceptedToken;
  }
}
