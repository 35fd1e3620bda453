package dev.holdfast.embedded;

import org.jspecify.annotations.Nullable;

/**
 * The embedded Redis can't be had here. The message is written for the person at the keyboard: it
 * says what is missing and what to do instead.
 */
public final class EmbeddedRedisException extends RuntimeException {

  /**
   * Creates the exception.
   *
   * @param message what happened and what to do; not null
   * @param cause what led to it, or null
   */
  public EmbeddedRedisException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
