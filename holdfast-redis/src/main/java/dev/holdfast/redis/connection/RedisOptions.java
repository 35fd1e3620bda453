package dev.holdfast.redis.connection;

import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Redis, checked. A class and not a record, so that no text form can show the
 * password.
 */
public final class RedisOptions {

  /** How many connections make one link, and what they speak. */
  public enum Protocol {
    /** RESP3 if the server speaks it, else RESP2. */
    AUTO,
    /** Commands and messages on two connections. */
    RESP2
  }

  /** How much of the server's certificate is checked. */
  public enum Verify {
    /** Issuer and host name. */
    FULL,
    /** The issuer only. */
    CA,
    /** Nothing. */
    NONE
  }

  private static final List<String> KNOWN =
      List.of(
          "ttl",
          "timeout",
          "connectTimeout",
          "prefix",
          "protocol",
          "db",
          "ca",
          "cert",
          "key",
          "verify");
  private static final List<String> TLS_ONLY = List.of("ca", "cert", "key", "verify");
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(50);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(5);
  private static final int PORT = 6379;
  private static final int PREFIX_MAX = 64;

  private final StoreAddress address;
  private final String host;
  private final int port;
  private final int database;
  private final Duration timeout;
  private final Duration connectTimeout;
  private final String prefix;
  private final Protocol protocol;
  private final Verify verify;

  private RedisOptions(StoreAddress address) {
    this.address = address;
    for (String name : address.options().keySet()) {
      checkKnown(name);
    }
    HostPort server = HostPort.parse(address.hosts());
    this.host = server.host();
    this.port = server.port();
    this.database = database(address);
    this.timeout = timeout("timeout", TIMEOUT);
    this.connectTimeout = timeout("connectTimeout", CONNECT_TIMEOUT);
    this.prefix = prefix(option("prefix").orElse("hf"));
    this.protocol =
        switch (option("protocol").orElse("auto")) {
          case "auto" -> Protocol.AUTO;
          case "resp2" -> Protocol.RESP2;
          default -> throw choice("protocol", "auto, resp2");
        };
    this.verify =
        switch (option("verify").orElse("full")) {
          case "full" -> Verify.FULL;
          case "ca" -> Verify.CA;
          case "none" -> Verify.NONE;
          default -> throw choice("verify", "full, ca, none");
        };
    if (option("cert").isPresent() != option("key").isPresent()) {
      throw new IllegalArgumentException(
          "The options cert and key belong together: the client's certificate and its private key");
    }
    for (String file : List.of("ca", "cert", "key")) {
      file(file).ifPresent(path -> checkReadable(file, path));
    }
  }

  /**
   * Checks an address.
   *
   * @throws IllegalArgumentException if it can't be that of a Redis; the message has no password
   */
  public static RedisOptions of(StoreAddress address) {
    return new RedisOptions(address);
  }

  private void checkKnown(String name) {
    if (!KNOWN.contains(name)) {
      throw new IllegalArgumentException(
          "Unknown option '" + name + "' for Redis; known are " + String.join(", ", KNOWN));
    }
    if (!tls() && TLS_ONLY.contains(name)) {
      throw new IllegalArgumentException(
          "Option '" + name + "' is about TLS; write rediss:// instead of redis:// to use it");
    }
  }

  private IllegalArgumentException choice(String name, String allowed) {
    return new IllegalArgumentException(
        name + "=" + option(name).orElse("") + " is none of " + allowed);
  }

  private static int database(StoreAddress address) {
    @Nullable String option = address.options().get("db");
    if (option != null && !address.path().isEmpty() && !option.equals(address.path())) {
      throw new IllegalArgumentException(
          "The address names two databases, " + address.path() + " in the path and db=" + option);
    }
    String text = option != null ? option : address.path();
    if (text.isEmpty()) {
      return 0;
    }
    if (!text.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "The database '" + text + "' is not a number, as in redis://localhost/0");
    }
    return Integer.parseInt(text);
  }

  private Duration timeout(String name, Duration otherwise) {
    Duration value = option(name).map(text -> DurationText.parse(name, text)).orElse(otherwise);
    if (value.compareTo(TIMEOUT_MIN) < 0 || value.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "%s=%s is outside of the allowed range of %s to %s"
              .formatted(
                  name,
                  DurationText.of(value),
                  DurationText.of(TIMEOUT_MIN),
                  DurationText.of(TIMEOUT_MAX)));
    }
    return value;
  }

  private static String prefix(String text) {
    if (!text.matches("[!-z|~]{1," + PREFIX_MAX + "}")) {
      throw new IllegalArgumentException(
          "prefix="
              + text
              + " is not allowed: 1 to "
              + PREFIX_MAX
              + " printable ASCII characters without spaces and braces, which would decide about"
              + " the slot of a Cluster");
    }
    return text;
  }

  private static void checkReadable(String option, Path path) {
    if (!Files.isReadable(path)) {
      throw new IllegalArgumentException(option + "=" + path + " is not a file that can be read");
    }
  }

  private Optional<String> option(String name) {
    Map<String, String> options = address.options();
    return Optional.ofNullable(options.get(name));
  }

  /** A file that an option names. */
  Optional<Path> file(String option) {
    return option(option).map(Path::of);
  }

  /** The address for people. */
  public String address() {
    return address.withoutSecrets();
  }

  /** Where messages say that it is, the port included. */
  public String hostAndPort() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  String user() {
    return address.user();
  }

  Optional<String> password() {
    return address.password();
  }

  int database() {
    return database;
  }

  boolean tls() {
    return address.scheme().equals("rediss");
  }

  Verify verify() {
    return verify;
  }

  Protocol protocol() {
    return protocol;
  }

  /** How long a command may stay without an answer. */
  public Duration timeout() {
    return timeout;
  }

  /** How long an attempt to connect may take, its checks included. */
  public Duration connectTimeout() {
    return connectTimeout;
  }

  /** What all keys begin with, inside of the braces. */
  public String prefix() {
    return prefix;
  }

  @Override
  public String toString() {
    return address();
  }

  /** One server's name and port. */
  private record HostPort(String host, int port) {

    static HostPort parse(String text) {
      if (text.contains(",")) {
        throw new IllegalArgumentException(
            "Redis at several addresses (" + text + ") is not supported; name one server");
      }
      boolean bracketed = text.startsWith("[");
      int hostEnd = bracketed ? text.indexOf(']') + 1 : text.indexOf(':');
      String host = hostEnd < 0 ? text : text.substring(0, hostEnd);
      String rest = text.substring(host.length());
      boolean hasPort = rest.startsWith(":") && rest.indexOf(':', 1) < 0;
      if ((bracketed && hostEnd == 0) || !(rest.isEmpty() || hasPort)) {
        throw new IllegalArgumentException(
            "What stands between '//' and the next '/' is not a host, or a host and a port; an IPv6"
                + " address stands in brackets");
      }
      String name = bracketed ? host.substring(1, host.length() - 1) : host;
      return new HostPort(
          name.isEmpty() ? "localhost" : name, hasPort ? port(rest.substring(1)) : PORT);
    }

    private static int port(String text) {
      int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
      if (port < 1 || port > 65_535) {
        // Not repeated: with a '/' in a password that is not written as %2F it is a part of that.
        throw new IllegalArgumentException(
            "What stands between the host's ':' and the next '/' is not a port from 1 to 65535");
      }
      return port;
    }
  }
}
