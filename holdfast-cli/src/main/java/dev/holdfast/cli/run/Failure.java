package dev.holdfast.cli.run;

import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.embedded.EmbeddedRedisException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns what went wrong into an exit code and a message without secrets. */
record Failure(ExitCode code, String message) {

  private static final Pattern LOGIN = Pattern.compile("^[^:/?#]+://([^/?#]*)@");

  static Failure of(Throwable cause, Optional<String> url) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof LockNotAcquiredException) {
      return new Failure(ExitCode.BUSY, message);
    } else if (cause instanceof IllegalArgumentException) {
      return new Failure(ExitCode.USAGE, withoutSecrets(message, url));
    } else if (cause instanceof StoreUnavailableException
        || cause instanceof StoreRefusedException
        || cause instanceof EmbeddedRedisException) {
      return new Failure(ExitCode.UNAVAILABLE, withoutSecrets(message, url));
    }
    return new Failure(
        ExitCode.INTERNAL, withoutSecrets("this is a fault of holdfast: " + cause, url));
  }

  /** The library leaves passwords out of its messages; this is for what it quotes of others. */
  private static String withoutSecrets(String message, Optional<String> url) {
    if (url.isEmpty()) {
      return message;
    }
    Matcher login = LOGIN.matcher(url.get());
    if (!login.find() || login.group(1).isEmpty()) {
      return message;
    }
    String secret = login.group(1).substring(login.group(1).indexOf(':') + 1);
    String redacted = message.replace(login.group(1) + "@", "***@");
    return secret.isEmpty() ? redacted : redacted.replace(secret, "***");
  }
}
