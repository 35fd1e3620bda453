package dev.holdfast.cli.run;

import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.embedded.EmbeddedRedisException;

/**
 * Turns what went wrong into an exit code and a message. The library leaves secrets out of its own.
 */
public record Failure(ExitCode code, String message) {

  /** Tells what went wrong. */
  public static Failure of(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof LockNotAcquiredException) {
      return new Failure(ExitCode.BUSY, message);
    } else if (cause instanceof IllegalArgumentException) {
      return new Failure(ExitCode.USAGE, message);
    } else if (cause instanceof StoreUnavailableException
        || cause instanceof StoreRefusedException
        || cause instanceof EmbeddedRedisException) {
      return new Failure(ExitCode.UNAVAILABLE, message);
    }
    return new Failure(ExitCode.INTERNAL, "this is a fault of holdfast: " + cause);
  }
}
