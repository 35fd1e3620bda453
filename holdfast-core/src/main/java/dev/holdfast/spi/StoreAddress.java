package dev.holdfast.spi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A store's address, taken apart: {@code scheme://user:password@host1,host2/path?option=value}.
 *
 * <p>Several hosts are allowed, which {@link java.net.URI} does not take. Its text form never has
 * the password.
 *
 * @param scheme in lower case
 * @param user decoded; empty when there is none
 * @param password decoded; empty when there is none
 * @param hosts what stands between user and path, as written; may be empty
 * @param path decoded, without the leading slash; may be empty
 * @param options decoded, in the order written
 */
public record StoreAddress(
    String scheme,
    String user,
    Optional<String> password,
    String hosts,
    String path,
    Map<String, String> options) {

  /**
   * Keeps the options in order and unmodifiable.
   *
   * @param scheme the scheme
   * @param user the user
   * @param password the password
   * @param hosts the hosts
   * @param path the path
   * @param options the options
   */
  public StoreAddress {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /**
   * Takes an address apart.
   *
   * @param text the address
   * @return its parts
   * @throws IllegalArgumentException if it is malformed; the message does not repeat the address,
   *     which may have a password
   */
  public static StoreAddress parse(String text) {
    Objects.requireNonNull(text, "uri");
    int colon = text.indexOf(':');
    if (colon < 1 || !text.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]*")) {
      throw new IllegalArgumentException(
          "A store's address begins with a scheme, as in redis://localhost:6379");
    }
    String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = text.substring(colon + 1);
    if (rest.indexOf('#') >= 0) {
      throw new IllegalArgumentException(
          "A store's address has no '#' part; in a password write it as %23");
    }
    refuseLateAt(rest);
    Map<String, String> options = new LinkedHashMap<>();
    int question = rest.indexOf('?');
    if (question >= 0) {
      parseOptions(rest.substring(question + 1), options);
      rest = rest.substring(0, question);
    }
    if (rest.startsWith("//")) {
      rest = rest.substring(2);
    } else if (!rest.isEmpty()) {
      throw new IllegalArgumentException(notAfterScheme(scheme, rest));
    }
    int slash = rest.indexOf('/');
    String path = slash < 0 ? "" : decode(rest.substring(slash + 1));
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    int at = authority.lastIndexOf('@');
    String hosts = authority.substring(at + 1);
    String userInfo = at < 0 ? "" : authority.substring(0, at);
    int userEnd = userInfo.indexOf(':');
    String user = decode(userEnd < 0 ? userInfo : userInfo.substring(0, userEnd));
    Optional<String> password =
        userEnd < 0 ? Optional.empty() : Optional.of(decode(userInfo.substring(userEnd + 1)));
    return new StoreAddress(scheme, user, password, hosts, path, options);
  }

  private static String notAfterScheme(String scheme, String rest) {
    int end = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
    if (rest.substring(0, end).chars().allMatch(Character::isDigit)) {
      // A host and a port.
      String hostAndPort = scheme + ":" + rest.substring(0, end);
      return "A store's address begins with a scheme: write redis://%s, not %s"
          .formatted(hostAndPort, hostAndPort);
    }
    return "After '%s:' a store's address goes on with '//': write %s://NAME, not %s:NAME"
        .formatted(scheme, scheme, scheme);
  }

  /** A '/' or '?' in a password would make the rest of it a path or an option. */
  private static void refuseLateAt(String rest) {
    String afterSlashes = rest.startsWith("//") ? rest.substring(2) : rest;
    int end = afterSlashes.length();
    for (char mark : new char[] {'/', '?'}) {
      int at = afterSlashes.indexOf(mark);
      end = at >= 0 && at < end ? at : end;
    }
    if (afterSlashes.indexOf('@', end) >= 0) {
      throw new IllegalArgumentException(
          "A store's address has an '@' behind its hosts. In a user or password write '/' as %2F"
              + " and '?' as %3F; anywhere else write '@' as %40");
    }
  }

  private static void parseOptions(String query, Map<String, String> options) {
    for (String part : query.split("&", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "An option in a store's address is written name=value, as in ?ttl=10s");
      }
      String name = decode(part.substring(0, equals));
      if (options.put(name, decode(part.substring(equals + 1))) != null) {
        throw new IllegalArgumentException("Option '" + name + "' stands twice in the address");
      }
    }
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "A '%' in a store's address is followed by two hexadecimal digits; write it as %25");
    }
  }

  /**
   * The same address with further options.
   *
   * @param more options, which replace those of the same name
   * @return an address
   */
  public StoreAddress with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.putAll(more);
    return new StoreAddress(scheme, user, password, hosts, path, all);
  }

  /**
   * The address for people: without user, password and options.
   *
   * @return scheme, hosts and path
   */
  public String withoutSecrets() {
    return scheme
        + ":"
        + (hosts.isEmpty() ? "" : "//" + hosts)
        + (path.isEmpty() ? "" : "/" + path);
  }

  @Override
  public String toString() {
    return withoutSecrets();
  }
}
