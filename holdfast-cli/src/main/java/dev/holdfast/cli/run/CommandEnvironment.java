package dev.holdfast.cli.run;

import dev.holdfast.Lease;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What the command learns of its lock: variables that win over inherited ones, so that the
 * innermost of several nested runs speaks of itself.
 *
 * <pre>
 *   HOLDFAST_LOCK        name of the lock
 *   HOLDFAST_TOKEN       fencing token, to be handed to the guarded resource
 *   HOLDFAST_LEASE       lock and token together, which name this lease and no other of its store
 *   HOLDFAST_STORE       address of the store, without secrets
 *   HOLDFAST_EXPIRES_IN  milliseconds until the lease ends; not set when it is renewed
 *   HOLDFAST_LOCKS       all locks that enclose the command, outermost first: outer=12 inner=14
 * </pre>
 */
final class CommandEnvironment {

  /** How the launcher hands over what it had to change so that Java reads UTF-8. */
  static final String LOCALE_BEFORE = "HOLDFAST_LOCALE_BEFORE";

  private CommandEnvironment() {}

  static void put(
      Map<String, String> environment, Lease lease, String store, Optional<Duration> expiresIn) {
    String token = Long.toString(lease.fencingToken());
    environment.put("HOLDFAST_LOCK", lease.name());
    environment.put("HOLDFAST_TOKEN", token);
    environment.put("HOLDFAST_LEASE", escape(lease.name()) + "=" + token);
    environment.put("HOLDFAST_STORE", store);
    environment.remove("HOLDFAST_EXPIRES_IN");
    expiresIn.ifPresent(
        rest -> environment.put("HOLDFAST_EXPIRES_IN", Long.toString(rest.toMillis())));
    environment.merge("HOLDFAST_LOCKS", escape(lease.name()) + "=" + token, (a, b) -> a + " " + b);
    restoreLocale(environment);
  }

  /** So that a list of names can be split at blanks and equals signs. */
  private static String escape(String name) {
    StringBuilder text = new StringBuilder();
    name.codePoints()
        .forEach(
            c -> {
              if (Character.isWhitespace(c) || Character.isISOControl(c) || c == '=' || c == '%') {
                text.append("%%%02X".formatted(c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.toString();
  }

  private static void restoreLocale(Map<String, String> environment) {
    Optional.ofNullable(environment.remove(LOCALE_BEFORE))
        .ifPresent(
            before -> {
              int equals = before.indexOf('=');
              if (equals < 0) {
                environment.remove(before);
              } else {
                environment.put(before.substring(0, equals), before.substring(equals + 1));
              }
            });
  }
}
