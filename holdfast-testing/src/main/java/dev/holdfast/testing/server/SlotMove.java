package dev.holdfast.testing.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A slot of a {@link RedisCluster} on its way from one primary to another, in steps. */
public final class SlotMove {

  private final RedisCluster cluster;
  private final String key;
  private final RedisServer from;
  private final RedisServer to;

  SlotMove(RedisCluster cluster, String key, RedisServer from, RedisServer to) {
    this.cluster = cluster;
    this.key = key;
    this.from = from;
    this.to = to;
  }

  /**
   * Begins: keys that are not there any more are looked for at the target.
   *
   * @return this
   */
  public SlotMove begin() {
    RedisCluster.run(to, "CLUSTER", "SETSLOT", slot(), "IMPORTING", RedisCluster.id(from));
    RedisCluster.run(from, "CLUSTER", "SETSLOT", slot(), "MIGRATING", RedisCluster.id(to));
    return this;
  }

  /**
   * Moves some keys.
   *
   * @param keys keys of the slot
   */
  public void keys(String... keys) {
    List<String> words =
        new ArrayList<>(
            List.of("MIGRATE", to.host(), Integer.toString(to.port()), "", "0", "5000"));
    String password = cluster.password();
    if (password != null) {
      words.addAll(List.of("AUTH", password));
    }
    words.add("KEYS");
    words.addAll(List.of(keys));
    RedisCluster.run(from, words.toArray(String[]::new));
  }

  /** Moves all keys which are left, and tells everybody where the slot is. */
  public void end() {
    try (RawRedis raw = from.raw()) {
      List<?> left =
          (List<?>)
              Optional.ofNullable(raw.command("CLUSTER", "GETKEYSINSLOT", slot(), "10000")).get();
      if (!left.isEmpty()) {
        keys(left.stream().map(Object::toString).toArray(String[]::new));
      }
    }
    List<RedisServer> primaries = new ArrayList<>(cluster.primaries());
    // The target first: it has to know before the source sends anybody there.
    primaries.remove(to);
    primaries.add(0, to);
    String slot = slot();
    String target = RedisCluster.id(to);
    primaries.forEach(
        server -> RedisCluster.run(server, "CLUSTER", "SETSLOT", slot, "NODE", target));
  }

  /**
   * Lets a server forget that a slot is being moved, if it is.
   *
   * @param server source or target
   * @param key any key of the slot
   */
  public static void abandon(RedisServer server, String key) {
    RedisCluster.run(server, "CLUSTER", "SETSLOT", slot(server, key), "STABLE");
  }

  private String slot() {
    return slot(from, key);
  }

  private static String slot(RedisServer server, String key) {
    return RedisCluster.run(server, "CLUSTER", "KEYSLOT", key);
  }
}
