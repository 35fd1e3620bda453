package dev.holdfast.redis;

import dev.holdfast.spi.ResourceId;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.StoreUnderTest;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A Redis for the contract suite, seen through a plain connection. */
public abstract sealed class RedisUnderTest implements StoreUnderTest {

  /** The oldest version that is supported. */
  public static final class Embedded extends RedisUnderTest {

    /** Called by the suite. */
    public Embedded() {
      super(RedisVersion.EMBEDDED_6_2);
    }
  }

  /** The version of the distribution. */
  public static final class Distribution extends RedisUnderTest {

    /** Called by the suite. */
    public Distribution() {
      super(RedisVersion.DISTRIBUTION);
    }
  }

  private static final String TAG = "{hf:0}:";
  private static final Set<String> DOCUMENTED = Set.of(TAG + "s", TAG + "i", TAG + "v");

  /** How many permits a semaphore has stays until it is deleted. */
  private static final String PERMITS = TAG + "m:";

  private final RedisServer server;

  private RedisUnderTest(RedisVersion version) {
    server = RedisServer.start(version);
  }

  @Override
  public String uri() {
    return server.uri();
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  /**
   * What a dead session held has no force; its record is documented to stay until somebody asks for
   * the lock, or for a day.
   */
  @Override
  public List<String> leftovers() {
    try (RawRedis raw = server.raw()) {
      Set<String> live = live(raw);
      List<String> left = new ArrayList<>();
      for (Object found : (List<?>) raw.command("KEYS", "*")) {
        String key = found.toString();
        if (!DOCUMENTED.contains(key)
            && !key.startsWith(PERMITS)
            && !dead(raw, key, live)
            && !staysForADay(raw, key, live)) {
          left.add(key);
        }
      }
      return left;
    }
  }

  private static boolean staysForADay(RawRedis raw, String key, Set<String> live) {
    return (key.startsWith(TAG + "d:") && ended(raw, key))
        || (key.startsWith(TAG + "dw:") && awaiting(raw, key, live) == 0);
  }

  /** What is kept of a latch whose round has ended has the count zero. */
  private static boolean ended(RawRedis raw, String latch) {
    Object text = raw.command("GET", latch);
    return text == null || text.toString().split(" ", 4)[2].equals("0".repeat(16));
  }

  private static int awaiting(RawRedis raw, String key, Set<String> live) {
    List<?> sessions = (List<?>) raw.command("HVALS", key);
    return (int) sessions.stream().filter(session -> live.contains(session.toString())).count();
  }

  @Override
  public int awaiting(ResourceId latch) {
    try (RawRedis raw = server.raw()) {
      return awaiting(raw, TAG + "dw:" + latch.name(), live(raw));
    }
  }

  private static boolean dead(RawRedis raw, String key, Set<String> live) {
    String[] parts = key.substring(TAG.length()).split(":", 2);
    return switch (parts[0]) {
      case "l" -> {
        Object text = raw.command("GET", key);
        String holder = text == null ? "" : text.toString().split(" ", 6)[4];
        yield holder.isEmpty()
            ? onlyDeadShare(raw, TAG + "w:" + parts[1], live)
            : !live.contains(holder);
      }
      case "w", "h" -> onlyDeadShare(raw, TAG + "w:" + parts[1], live);
      case "mw", "mh" -> onlyDeadShare(raw, TAG + "mw:" + parts[1], live);
      default -> false;
    };
  }

  private static boolean onlyDeadShare(RawRedis raw, String waiters, Set<String> live) {
    List<?> table = (List<?>) raw.command("HGETALL", waiters);
    for (int i = 0; i < table.size(); i += 2) {
      String[] words = table.get(i + 1).toString().split(" ", 3);
      if (!table.get(i).equals("#") && (!words[0].equals("h") || live.contains(words[1]))) {
        return false;
      }
    }
    return true;
  }

  private static Set<String> live(RawRedis raw) {
    long now = Long.parseLong(((List<?>) raw.command("TIME")).get(0).toString()) * 1_000;
    List<?> table = (List<?>) raw.command("HGETALL", "{hf:0}:s");
    Set<String> live = new HashSet<>();
    for (int i = 0; i < table.size(); i += 2) {
      String entry = table.get(i + 1).toString();
      if (!table.get(i).equals("#") && Long.parseLong(entry.substring(0, 13)) > now) {
        live.add(table.get(i).toString());
      }
    }
    return live;
  }

  @Override
  public List<String> sessions() {
    try (RawRedis raw = server.raw()) {
      return List.copyOf(live(raw));
    }
  }

  @Override
  public void endSession(String sessionId) {
    try (RawRedis raw = server.raw()) {
      raw.command("HDEL", "{hf:0}:s", sessionId);
    }
  }

  @Override
  public void forget(ResourceId resource) {
    try (RawRedis raw = server.raw()) {
      List<String> kinds =
          switch (resource.kind()) {
            case LOCK -> List.of("l", "q", "w", "h");
            case SEMAPHORE -> List.of("m", "mq", "mw", "mh");
            case LATCH -> List.of("d", "dc", "dw");
          };
      for (String kind : kinds) {
        raw.command("DEL", TAG + kind + ":" + resource.name());
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
