package dev.holdfast.redis.connection;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server of a Cluster answers about a slot that another one keeps.
 *
 * @param moved whether the slot is there for good; else only keys of it that are not here any more
 * @param server the other server
 */
record Redirect(boolean moved, Endpoint server) {

  /** The host of an IPv6 address has colons of its own; an empty one is that of who was asked. */
  private static final Pattern ERROR = Pattern.compile("(MOVED|ASK) \\d+ (\\S*):(\\d{1,5})");

  /** Reads the error of a server, if it is a redirection. */
  static Optional<Redirect> of(Throwable failure, Endpoint asked) {
    Optional<String> error = RedisErrors.serverError(failure);
    if (error.isEmpty()) {
      return Optional.empty();
    }
    Matcher words = ERROR.matcher(error.get());
    if (!words.matches()) {
      return Optional.empty();
    }
    String host = words.group(2).isEmpty() ? asked.host() : words.group(2);
    return Optional.of(
        new Redirect(
            words.group(1).equals("MOVED"), new Endpoint(host, Integer.parseInt(words.group(3)))));
  }
}
