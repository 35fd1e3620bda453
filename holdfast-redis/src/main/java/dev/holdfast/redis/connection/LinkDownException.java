package dev.holdfast.redis.connection;

/** Why a connection can't be used: it has ended, has fallen silent, or was never made. */
public final class LinkDownException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Says what happened.
   *
   * @param message to go on from "can't be reached: ", without a full stop
   */
  public LinkDownException(String message) {
    super(message);
  }
}
