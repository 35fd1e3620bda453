package dev.holdfast.redis.connection;

import dev.holdfast.redis.connection.RedisOptions.Topology;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Looks whether a server can hold locks, and is one of those that the address is about. */
final class ServerCheck {

  private static final Logger LOGGER = System.getLogger(ServerCheck.class.getName());

  private final RedisOptions options;
  private final RedisErrors errors;

  ServerCheck(RedisOptions options, RedisErrors errors) {
    this.options = options;
    this.errors = errors;
  }

  /** The same check, whose messages name one of several servers that know nothing of each other. */
  ServerCheck at(Endpoint server) {
    return options.topology() == Topology.INDEPENDENT
        ? new ServerCheck(options, errors.at(server))
        : this;
  }

  /**
   * Throws what is wrong with a server.
   *
   * @param shared whether commands and messages share one connection
   */
  void check(ServerFacts facts, boolean shared) {
    if (!facts.isAtLeast(6, 2)) {
      throw errors.refused(
          "it is version " + facts.version() + "; Redis 6.2 or later is needed, or Valkey",
          "",
          null);
    }
    checkMode(facts.mode());
    if (facts.replica()) {
      throw errors.unavailable("is a replica now, and locks are kept by primaries", "", null);
    }
    if (facts.sharded() && !shared) {
      throw errors.refused(
          "the messages of a Cluster need RESP3 from Redis 7 on: leave out protocol=resp2, and give"
              + " the user the right to HELLO",
          "",
          null);
    }
    if (facts.mayEvict()) {
      LOGGER.log(
          Level.WARNING,
          "Redis at {0} has a memory limit of {1} bytes and the policy {2}: it may throw away locks"
              + " that are held. Set maxmemory-policy to noeviction, or use a server of its own.",
          errors.hostAndPort(),
          Long.toString(facts.memoryMax()),
          facts.evictionPolicy());
    }
  }

  private void checkMode(String mode) {
    String needed = options.topology() == Topology.CLUSTER ? "cluster" : "standalone";
    if (mode.equals(needed)) {
      return;
    }
    String scheme =
        switch (mode) {
          case "cluster" -> "redis-cluster://";
          case "sentinel" -> "redis-sentinel://HOSTS/MASTER";
          default -> "redis://";
        };
    throw errors.refused(
        "it runs as a " + mode + "; such a server is named by " + scheme, "", null);
  }
}
