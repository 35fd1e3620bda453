package dev.holdfast.testing.server;

import dev.holdfast.testing.resp.RespError;

/** An error that a server answered to a command. */
public final class RedisErrorException extends RuntimeException {

  private final transient RespError error;

  RedisErrorException(RespError error) {
    super(error.message());
    this.error = error;
  }

  /**
   * The code, such as {@code NOSCRIPT}.
   *
   * @return the first word of the error
   */
  public String code() {
    return error.code();
  }
}
