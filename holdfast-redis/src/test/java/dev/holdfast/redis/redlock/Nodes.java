package dev.holdfast.redis.redlock;

import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Independent servers, seen past the library. */
final class Nodes implements AutoCloseable {

  private final List<RedisServer> servers = new ArrayList<>();

  private Nodes(int count) {
    for (int i = 0; i < count; i++) {
      servers.add(RedisServer.start(RedisVersion.EMBEDDED_6_2));
    }
  }

  static Nodes start(int count) {
    return new Nodes(count);
  }

  RedisServer get(int node) {
    return servers.get(node);
  }

  int size() {
    return servers.size();
  }

  /** Options are added to those that let fresh servers vote. */
  String uri(String options) {
    String hosts =
        servers.stream()
            .map(server -> server.host() + ":" + server.port())
            .collect(Collectors.joining(","));
    return "redlock://" + hosts + "?longestTtl=0s" + options;
  }

  LockClient connect(String options) {
    return LockClient.connect(uri(options));
  }

  @Nullable String value(int node, String key) {
    try (RawRedis raw = servers.get(node).raw()) {
      Object text = raw.command("GET", key);
      return text == null ? null : text.toString();
    }
  }

  Object command(int node, String... words) {
    try (RawRedis raw = servers.get(node).raw()) {
      return String.valueOf(raw.command(words));
    }
  }

  /** On how many running nodes a key is set. */
  long holding(String key) {
    return IntStream.range(0, servers.size())
        .filter(node -> servers.get(node).isAlive())
        .filter(node -> value(node, key) != null)
        .count();
  }

  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
