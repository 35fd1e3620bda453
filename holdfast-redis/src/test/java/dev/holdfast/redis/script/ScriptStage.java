package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A server on which single scripts are tried: what is stored is written and read by plain commands,
 * so that a script is judged by what it leaves and not by another one.
 */
final class ScriptStage implements AutoCloseable {

  static final String LOCK = "n";
  static final String DAY = "86400000";
  static final ShardKeys KEYS = new ShardKeys("hf", 0);

  private static final Map<RedisVersion, RedisServer> SERVERS = new EnumMap<>(RedisVersion.class);

  private final RedisServer server;
  private final RawRedis redis;
  private ResourceId resource = new ResourceId(ResourceKind.LOCK, LOCK);

  private ScriptStage(RedisServer server) {
    this.server = server;
    this.redis = server.raw();
  }

  /** An empty stage. Servers are shared by all tests of this JVM, with which they end. */
  static synchronized ScriptStage on(RedisVersion version) {
    RedisServer server = SERVERS.computeIfAbsent(version, RedisServer::start);
    ScriptStage stage = new ScriptStage(server);
    stage.redis.command("CONFIG", "SET", "maxmemory", "0");
    stage.redis.command("FLUSHALL");
    return stage;
  }

  RawRedis redis() {
    return redis;
  }

  RedisServer server() {
    return server;
  }

  LockKeys lock() {
    return KEYS.lock(resource);
  }

  /** From now on it is about the semaphore of the same name. */
  ScriptStage semaphore() {
    resource = new ResourceId(ResourceKind.SEMAPHORE, LOCK);
    return this;
  }

  long nowMillis() {
    List<?> time = (List<?>) redis.command("TIME");
    return Long.parseLong(time.get(0).toString()) * 1_000
        + Long.parseLong(time.get(1).toString()) / 1_000;
  }

  /** A session of 30 s that has the given time left, attached by connection 3. */
  ScriptStage session(String id, long remainingMillis) {
    String entry = "%013d %010d 3".formatted(nowMillis() + remainingMillis, 30_000);
    redis.command("HSET", KEYS.sessions(), id, entry);
    return this;
  }

  ScriptStage session(String id) {
    return session(id, 20_000);
  }

  ScriptStage expired(String id) {
    return session(id, -1);
  }

  /** What operators have taken away from a session. */
  ScriptStage noted(String session, String... notes) {
    String text = (nowMillis() + 86_400_000) + "\n" + String.join("\n", notes);
    redis.command("HSET", KEYS.sessions(), "!" + session, text);
    return this;
  }

  String notes(String session) {
    return field(KEYS.sessions(), "!" + session);
  }

  ScriptStage counter(long sequence) {
    redis.command("HSET", KEYS.sessions(), "#", "%016d".formatted(sequence));
    return this;
  }

  /** A record whose lease has no bound. */
  ScriptStage held(String request, String session) {
    return held(request, session, 0);
  }

  ScriptStage held(String request, String session, long boundMillis) {
    String flag = redis.command("EXISTS", queue()).equals(1L) ? "w" : "-";
    String text =
        "%s %013d %016d %s %s thread\tnote".formatted(flag, boundMillis, 7, request, session);
    redis.command("SET", record(), text, "PX", DAY);
    return this;
  }

  /** The place of a queue whose lock nobody holds. */
  ScriptStage heldByNobody() {
    redis.command("SET", record(), "w 0000000000000 0000000000000000   ", "PX", DAY);
    return this;
  }

  ScriptStage waits(String request, String session) {
    return waits(request, session, "-", "all");
  }

  ScriptStage waits(String request, String session, int units) {
    return waits(request, session, "-", Integer.toString(units));
  }

  ScriptStage waitsFair(String request, String session) {
    return waits(request, session, "f", "all");
  }

  ScriptStage waitsFair(String request, String session, int units) {
    return waits(request, session, "f", Integer.toString(units));
  }

  private ScriptStage waits(String request, String session, String flag, String units) {
    String place = String.valueOf((Long) redis.command("ZCARD", queue()) + 1);
    redis.command("ZADD", queue(), place, request);
    redis.command(
        "HSET",
        waiters(),
        request,
        flag + " " + session + " 1700000000000 " + units + " thread\tnote");
    redis.command("PEXPIRE", queue(), DAY);
    redis.command("PEXPIRE", waiters(), DAY);
    if (isLock() && redis.command("EXISTS", record()).equals(1L)) {
      redis.command("SETRANGE", record(), "0", "w");
    }
    return this;
  }

  /** Somebody has a part of the units, and stands there by the true end of its session. */
  ScriptStage shares(String request, String session, int units) {
    Object entry = redis.command("HGET", KEYS.sessions(), session);
    long end =
        entry == null ? nowMillis() + 20_000 : Long.parseLong(entry.toString().substring(0, 13));
    return shares(request, session, units, 0, end);
  }

  ScriptStage shares(String request, String session, int units, long boundMillis, long endMillis) {
    String text = "h %s %016d %d %013d thread\tnote".formatted(session, 7, units, boundMillis);
    redis.command("ZADD", holders(), Long.toString(endMillis), request);
    redis.command("HSET", waiters(), request, text);
    redis.command("HINCRBY", waiters(), "#", Integer.toString(units));
    if (isLock()) {
      heldByNobody();
    }
    return this;
  }

  /** The semaphore has permits. */
  ScriptStage permits(int count) {
    redis.command("SET", record(), count + " change-0");
    return this;
  }

  private boolean isLock() {
    return resource.kind() == ResourceKind.LOCK;
  }

  /** No memory is left for whatever Redis counts as needing more. */
  ScriptStage outOfMemory() {
    redis.command("CONFIG", "SET", "maxmemory", "1");
    return this;
  }

  /** A second connection that listens to a session's channel over RESP3. */
  RawRedis listener(String session) {
    RawRedis listening = server.raw();
    listening.command("HELLO", "3");
    listening.send("SUBSCRIBE", KEYS.channel(session));
    if (listening.awaitPush(Duration.ofSeconds(10)).isEmpty()) {
      throw new AssertionError("The subscription was not confirmed");
    }
    return listening;
  }

  /** Runs a script as the store does. */
  Object run(Script script, String[] keys, String... arguments) {
    List<String> words = new ArrayList<>(List.of("EVAL", script.text()));
    words.add(Integer.toString(keys.length));
    words.addAll(List.of(keys));
    words.addAll(List.of(arguments));
    return redis.command(words.toArray(String[]::new));
  }

  String record() {
    return lock().record();
  }

  String queue() {
    return lock().queue();
  }

  String waiters() {
    return lock().waiters();
  }

  String holders() {
    return lock().holders();
  }

  /** Who shares: request and units. */
  Map<String, Integer> sharers() {
    Map<String, Integer> sharers = new TreeMap<>();
    for (Object request : (List<?>) redis.command("ZRANGE", holders(), "0", "-1")) {
      String[] words = field(waiters(), request.toString()).split(" ", 6);
      sharers.put(request.toString(), Integer.parseInt(words[3]));
    }
    return sharers;
  }

  String text(String key) {
    return String.valueOf(redis.command("GET", key));
  }

  String field(String key, String field) {
    return String.valueOf(redis.command("HGET", key, field));
  }

  long millisLeft(String key) {
    return (Long) redis.command("PTTL", key);
  }

  /** The holder's request and session, or nothing. */
  String holder() {
    Object text = redis.command("GET", record());
    if (text == null) {
      return "nobody";
    }
    String[] words = text.toString().split(" ", 6);
    return words[3] + " " + words[4];
  }

  /** The requests that wait, in order. */
  List<String> queued() {
    return ((List<?>) redis.command("ZRANGE", queue(), "0", "-1"))
        .stream().map(String::valueOf).toList();
  }

  /** All that is stored but times of sessions that were extended: key to content. */
  Map<String, String> everything() {
    Map<String, String> all = new TreeMap<>();
    for (Object found : (List<?>) redis.command("KEYS", "*")) {
      String key = found.toString();
      all.put(
          key,
          switch (String.valueOf(redis.command("TYPE", key))) {
            case "hash" -> sorted((List<?>) redis.command("HGETALL", key));
            case "set" -> new TreeSet<>((List<?>) redis.command("SMEMBERS", key)).toString();
            case "zset" -> String.valueOf(redis.command("ZRANGE", key, "0", "-1", "WITHSCORES"));
            default -> text(key);
          });
    }
    return all;
  }

  private static String sorted(List<?> pairs) {
    TreeSet<String> fields = new TreeSet<>();
    for (int i = 0; i < pairs.size(); i += 2) {
      fields.add(pairs.get(i) + "=" + pairs.get(i + 1));
    }
    return fields.toString();
  }

  @Override
  public void close() {
    redis.command("CONFIG", "SET", "maxmemory", "0");
    redis.close();
  }
}
