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

  private static final Set<String> DOCUMENTED = Set.of("{hf:0}:s", "{hf:0}:i", "{hf:0}:v");

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
    return EnumSet.complementOf(EnumSet.of(Capability.UNITS));
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
        if (!DOCUMENTED.contains(key) && !(key.startsWith("{hf:0}:l:") && dead(raw, key, live))) {
          left.add(key);
        }
      }
      return left;
    }
  }

  private static boolean dead(RawRedis raw, String record, Set<String> live) {
    Object text = raw.command("GET", record);
    return text == null || !live.contains(text.toString().split(" ", 6)[4]);
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
      for (String kind : List.of("l", "q", "w")) {
        raw.command("DEL", "{hf:0}:" + kind + ":" + resource.name());
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
