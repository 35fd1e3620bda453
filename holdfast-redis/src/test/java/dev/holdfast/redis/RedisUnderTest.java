package dev.holdfast.redis;

import dev.holdfast.spi.ResourceId;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.StoreUnderTest;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisSentinel;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redis in each of its forms for the contract suite, seen through plain connections. */
public abstract sealed class RedisUnderTest implements StoreUnderTest {

  /** The oldest version that is supported. */
  public static final class Embedded extends RedisUnderTest {

    /** Called by the suite. */
    public Embedded() {
      this(RedisServer.start(RedisVersion.EMBEDDED_6_2));
    }

    private Embedded(RedisServer server) {
      super(server.uri(), () -> List.of(server), server::close);
    }
  }

  /** The version of the distribution. */
  public static final class Distribution extends RedisUnderTest {

    /** Called by the suite. */
    public Distribution() {
      this(RedisServer.start(RedisVersion.DISTRIBUTION));
    }

    private Distribution(RedisServer server) {
      super(server.uri(), () -> List.of(server), server::close);
    }
  }

  /** A primary whose replica has to confirm what is granted. */
  public static final class Replicated extends RedisUnderTest {

    /** Called by the suite. */
    public Replicated() {
      this(
          RedisServer.builder()
              .version(RedisVersion.DISTRIBUTION)
              .config("repl-diskless-sync-delay 0")
              .start());
    }

    private Replicated(RedisServer primary) {
      this(
          primary,
          RedisServer.builder().version(RedisVersion.DISTRIBUTION).replicaOf(primary).start());
    }

    private Replicated(RedisServer primary, RedisServer replica) {
      super(
          primary.uri() + "?minReplicas=1&minReplicasTimeout=5s",
          () -> List.of(primary),
          () -> {
            replica.close();
            primary.close();
          });
      primary.awaitReplicas(1);
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.complementOf(EnumSet.of(Capability.TOGETHER));
    }
  }

  /** A primary with replicas, found through sentinels. */
  public static final class Sentinel extends RedisUnderTest {

    private static final Duration NEVER = Duration.ofMinutes(10);

    /** Called by the suite. */
    public Sentinel() {
      this(RedisSentinel.builder().downAfter(NEVER).start());
    }

    private Sentinel(RedisSentinel group) {
      super(group.uri(), () -> List.of(group.primary()), group::close);
    }
  }

  /** Several primaries, with messages that stay within the shard. */
  public static final class Cluster extends RedisUnderTest {

    /** Called by the suite. */
    public Cluster() {
      this(RedisCluster.builder().start());
    }

    private Cluster(RedisCluster cluster) {
      super(cluster.uri(), cluster::primaries, cluster::close);
    }
  }

  /** The oldest version, whose messages go to all servers of a Cluster. */
  public static final class Cluster62 extends RedisUnderTest {

    /** Called by the suite. */
    public Cluster62() {
      this(RedisCluster.builder().version(RedisVersion.EMBEDDED_6_2).start());
    }

    private Cluster62(RedisCluster cluster) {
      super(cluster.uri(), cluster::primaries, cluster::close);
    }
  }

  /** How many permits a semaphore has stays until it is deleted. */
  private static final Pattern DOCUMENTED =
      Pattern.compile("\\{hf:[\\d.]+}:([sivr]|m:.*)", Pattern.DOTALL);

  private static final Pattern KEY =
      Pattern.compile("(\\{hf:[\\d.]+}:)(\\w+):(.*)", Pattern.DOTALL);

  private final String uri;
  private final Supplier<List<RedisServer>> primaries;
  private final Runnable end;

  private RedisUnderTest(String uri, Supplier<List<RedisServer>> primaries, Runnable end) {
    this.uri = uri;
    this.primaries = primaries;
    this.end = end;
  }

  @Override
  public String uri() {
    return uri;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  private <T> List<T> onEach(Function<RawRedis, List<T>> look) {
    List<T> all = new ArrayList<>();
    for (RedisServer primary : primaries.get()) {
      try (RawRedis raw = primary.raw()) {
        all.addAll(look.apply(raw));
      }
    }
    return all;
  }

  private static List<String> keys(RawRedis raw, String pattern) {
    return ((List<?>) raw.command("KEYS", pattern)).stream().map(String::valueOf).toList();
  }

  /**
   * What a dead session held has no force; its record is documented to stay until somebody asks for
   * the lock, or for a day.
   */
  @Override
  public List<String> leftovers() {
    return onEach(
        raw ->
            keys(raw, "*").stream()
                .filter(key -> !DOCUMENTED.matcher(key).matches() && !mayStay(raw, key))
                .toList());
  }

  private static boolean mayStay(RawRedis raw, String key) {
    Matcher parts = KEY.matcher(key);
    if (!parts.matches()) {
      return false;
    }
    String tag = parts.group(1);
    String name = parts.group(3);
    List<String> live = live(raw, tag + "s");
    return switch (parts.group(2)) {
      case "l" -> {
        Object text = raw.command("GET", key);
        String holder = text == null ? "" : text.toString().split(" ", 6)[4];
        yield holder.isEmpty()
            ? onlyDeadShare(raw, tag + "w:" + name, live)
            : !live.contains(holder);
      }
      case "w", "h" -> onlyDeadShare(raw, tag + "w:" + name, live);
      case "mw", "mh" -> onlyDeadShare(raw, tag + "mw:" + name, live);
      case "d" -> ended(raw, key);
      case "dw" -> awaiting(raw, key, live) == 0;
      default -> false;
    };
  }

  /** What is kept of a latch whose round has ended has the count zero. */
  private static boolean ended(RawRedis raw, String latch) {
    Object text = raw.command("GET", latch);
    return text == null || text.toString().split(" ", 4)[2].equals("0".repeat(16));
  }

  private static int awaiting(RawRedis raw, String key, List<String> live) {
    List<?> sessions = (List<?>) raw.command("HVALS", key);
    return (int) sessions.stream().filter(session -> live.contains(session.toString())).count();
  }

  @Override
  public int awaiting(ResourceId latch) {
    return onEach(
            raw ->
                keysOf(raw, "dw", latch).stream()
                    .map(
                        key ->
                            awaiting(
                                raw, key, live(raw, key.substring(0, key.indexOf("}:") + 2) + "s")))
                    .toList())
        .stream()
        .mapToInt(Integer::intValue)
        .sum();
  }

  private static List<String> keysOf(RawRedis raw, String kind, ResourceId resource) {
    return keys(raw, "{hf:*}:" + kind + ":*").stream()
        .filter(key -> key.endsWith("}:" + kind + ":" + resource.name()))
        .toList();
  }

  private static boolean onlyDeadShare(RawRedis raw, String waiters, List<String> live) {
    List<?> table = (List<?>) raw.command("HGETALL", waiters);
    for (int i = 0; i < table.size(); i += 2) {
      String[] words = table.get(i + 1).toString().split(" ", 3);
      if (!table.get(i).equals("#") && (!words[0].equals("h") || live.contains(words[1]))) {
        return false;
      }
    }
    return true;
  }

  private static List<String> live(RawRedis raw, String tableKey) {
    long now = Long.parseLong(((List<?>) raw.command("TIME")).get(0).toString()) * 1_000;
    List<?> table = (List<?>) raw.command("HGETALL", tableKey);
    List<String> live = new ArrayList<>();
    for (int i = 0; i < table.size(); i += 2) {
      String entry = table.get(i + 1).toString();
      boolean session = table.get(i).toString().matches("[^#!].*");
      if (session && Long.parseLong(entry.substring(0, 13)) > now) {
        live.add(table.get(i).toString());
      }
    }
    return live;
  }

  @Override
  public List<String> sessions() {
    return onEach(
        raw -> keys(raw, "{hf:*}:s").stream().flatMap(key -> live(raw, key).stream()).toList());
  }

  @Override
  public void endSession(String sessionId) {
    onEach(
        raw -> {
          keys(raw, "{hf:*}:s").forEach(key -> raw.command("HDEL", key, sessionId));
          return List.of();
        });
  }

  @Override
  public void forget(ResourceId resource) {
    List<String> kinds =
        switch (resource.kind()) {
          case LOCK -> List.of("l", "q", "w", "h");
          case SEMAPHORE -> List.of("m", "mq", "mw", "mh");
          case LATCH -> List.of("d", "dc", "dw");
        };
    onEach(
        raw -> {
          kinds.stream()
              .flatMap(kind -> keysOf(raw, kind, resource).stream())
              .forEach(key -> raw.command("DEL", key));
          return List.of();
        });
  }

  @Override
  public void close() {
    end.run();
  }
}
