package dev.holdfast.testing.proxy;

import java.util.Locale;
import java.util.function.Predicate;

/**
 * Which message a fault is meant for: the n-th from now on that a filter accepts, over all
 * connections of the proxy. A reply is matched by the request that it answers.
 *
 * @param nth 1 for the next one
 * @param filter which requests count
 * @param description for messages
 */
public record Match(int nth, Predicate<Request> filter, String description) {

  /**
   * Creates a match.
   *
   * @param nth 1 for the next one
   * @param filter which requests count
   * @param description for messages
   * @throws IllegalArgumentException if nth is below 1
   */
  public Match {
    if (nth < 1) {
      throw new IllegalArgumentException("nth must be 1 or more, not " + nth);
    }
  }

  /**
   * The very next message.
   *
   * @return the match
   */
  public static Match next() {
    return new Match(1, request -> true, "any request");
  }

  /**
   * The next request of a name.
   *
   * @param name such as {@code EVALSHA}, in any case
   * @return the match
   */
  public static Match command(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return new Match(1, request -> request.name().equals(upper), upper);
  }

  /**
   * The next request in which a text occurs.
   *
   * @param text such as the digest of a script or a key
   * @return the match
   */
  public static Match containing(String text) {
    return new Match(1, request -> request.contains(text), "a request with " + text);
  }

  /**
   * The n-th of those that this match accepts.
   *
   * @param n 1 for the next one
   * @return the new match
   */
  public Match nth(int n) {
    return new Match(n, filter, description);
  }

  @Override
  public String toString() {
    return "number " + nth + " of " + description;
  }
}
