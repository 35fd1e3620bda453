package dev.holdfast.redis.redlock;

import dev.holdfast.redis.connection.RedisOptions;
import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.StoreAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The address of a lock of the published format, checked. */
final class RedlockOptions {

  private static final String PREFIX = "prefix";
  private static final String NODE_TIMEOUT = "nodeTimeout";
  private static final String LONGEST_TTL = "longestTtl";
  private static final List<String> OWN = List.of(PREFIX, NODE_TIMEOUT, LONGEST_TTL);
  private static final List<String> SHARED =
      List.of("ttl", "timeout", "connectTimeout", "protocol", "db", "ca", "cert", "key", "verify");
  private static final Duration NODE_TIMEOUT_DEFAULT = Duration.ofMillis(200);
  private static final Duration NODE_TIMEOUT_MIN = Duration.ofMillis(10);
  private static final Duration NODE_TIMEOUT_MAX = Duration.ofSeconds(10);
  private static final Duration LONGEST_TTL_DEFAULT = Duration.ofSeconds(60);

  private final StoreAddress address;
  private final RedisOptions redis;
  private final String prefix;
  private final Duration nodeTimeout;
  private final Duration longestTtl;

  private RedlockOptions(StoreAddress address) {
    this.address = address;
    Map<String, String> shared = new LinkedHashMap<>(address.options());
    for (String name : address.options().keySet()) {
      if (!OWN.contains(name) && !SHARED.contains(name)) {
        throw new IllegalArgumentException(
            "Unknown option '%s' for %s; known are %s, %s"
                .formatted(
                    name, address.scheme(), String.join(", ", SHARED), String.join(", ", OWN)));
      }
    }
    OWN.forEach(shared::remove);
    this.redis =
        RedisOptions.of(
            new StoreAddress(
                address.scheme(),
                address.user(),
                address.password(),
                address.hosts(),
                address.path(),
                shared));
    this.prefix = option(PREFIX).orElse("");
    this.nodeTimeout = option(NODE_TIMEOUT, NODE_TIMEOUT_DEFAULT);
    this.longestTtl = option(LONGEST_TTL, isPlain() ? Duration.ZERO : LONGEST_TTL_DEFAULT);
    checkNodes();
    check();
  }

  /**
   * Checks an address.
   *
   * @throws IllegalArgumentException if something is wrong with it; the message has no password
   */
  static RedlockOptions of(StoreAddress address) {
    return new RedlockOptions(address);
  }

  private void checkNodes() {
    List<String> nodes = redis.serverNames();
    if (isPlain() && nodes.size() > 1) {
      throw new IllegalArgumentException(
          "A plain lock is kept in one Redis, and the address names "
              + nodes.size()
              + "; several independent ones are redlock://");
    }
    if (new HashSet<>(nodes).size() < nodes.size()) {
      throw new IllegalArgumentException(
          "The address names a node twice, which would have two votes: "
              + String.join(", ", nodes));
    }
  }

  private void check() {
    if (nodeTimeout.compareTo(NODE_TIMEOUT_MIN) < 0
        || nodeTimeout.compareTo(NODE_TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "nodeTimeout=%s is outside of the allowed range of %s to %s"
              .formatted(
                  DurationText.of(nodeTimeout),
                  DurationText.of(NODE_TIMEOUT_MIN),
                  DurationText.of(NODE_TIMEOUT_MAX)));
    }
    option("ttl").map(text -> DurationText.parse("ttl", text)).ifPresent(this::checkTtl);
  }

  /**
   * Refuses a time to live that the other clients do not reckon with.
   *
   * @throws IllegalArgumentException if it is longer than the longest of the fleet
   */
  void checkTtl(Duration ttl) {
    if (!longestTtl.isZero() && ttl.compareTo(longestTtl) > 0) {
      throw new IllegalArgumentException(
          "The TTL %s is longer than longestTtl=%s, for which a node that was restarted has no vote;"
                  .formatted(DurationText.of(ttl), DurationText.of(longestTtl))
              + " set longestTtl to the longest TTL of all clients, in all of them");
    }
  }

  private Duration option(String name, Duration otherwise) {
    return option(name).map(text -> DurationText.parse(name, text)).orElse(otherwise);
  }

  private Optional<String> option(String name) {
    return Optional.ofNullable(address.options().get(name));
  }

  /** How the servers are reached. */
  RedisOptions redis() {
    return redis;
  }

  boolean isPlain() {
    return address.scheme().endsWith("-plain");
  }

  /** What keys begin with; nothing, unless it is asked for. */
  String prefix() {
    return prefix;
  }

  /** How long a node may take before the others decide without it. */
  Duration nodeTimeout() {
    return nodeTimeout;
  }

  /** The longest time to live of any client; zero if nodes are trusted right after a restart. */
  Duration longestTtl() {
    return longestTtl;
  }

  @Override
  public String toString() {
    return redis.address();
  }
}
