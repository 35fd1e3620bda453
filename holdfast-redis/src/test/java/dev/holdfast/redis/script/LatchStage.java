package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/**
 * A stage for the scripts about one latch, on which session {@code s} lives and is attached by
 * connection 3, {@code other} lives too, and {@code over} has ended.
 */
final class LatchStage implements AutoCloseable {

  static final LatchKeys LATCH =
      ScriptStage.KEYS.latch(new ResourceId(ResourceKind.LATCH, ScriptStage.LOCK));
  static final String[] KEYS = LATCH.forRounds();

  private final ScriptStage stage;

  LatchStage(RedisVersion version) {
    stage = ScriptStage.on(version.assumeAvailable());
    stage.session("s").session("other").expired("over");
  }

  ScriptStage stage() {
    return stage;
  }

  /** The round 7 of a series that began with 5, with what has counted in it. */
  LatchStage open(int total, String... counted) {
    latch("7", "5", total);
    if (counted.length > 0) {
      command("SADD", KEYS[2], counted);
    }
    return this;
  }

  /** The same round when it has ended. */
  LatchStage ended() {
    latch("7", "5", 0);
    stage.redis().command("PEXPIRE", KEYS[1], ScriptStage.DAY);
    return this;
  }

  private void latch(String round, String from, int total) {
    String text = "%016d %016d %016d %s";
    stage
        .redis()
        .command(
            "SET",
            KEYS[1],
            text.formatted(Long.parseLong(round), Long.parseLong(from), total, "setter"));
  }

  LatchStage awaits(String request, String session) {
    stage.redis().command("HSET", KEYS[3], request, session);
    stage.redis().command("PEXPIRE", KEYS[3], ScriptStage.DAY);
    return this;
  }

  private void command(String name, String key, String... more) {
    String[] words = Arrays.copyOf(new String[] {name, key}, 2 + more.length);
    System.arraycopy(more, 0, words, 2, more.length);
    stage.redis().command(words);
  }

  String run(Script script, String... arguments) {
    String[] keys =
        script == Script.INSPECT_LATCH
            ? LATCH.forInspection()
            : script == Script.LEAVE_LATCH ? LATCH.forLeaving() : KEYS;
    return (String) stage.run(script, keys, arguments);
  }

  /** What those without a session are told. */
  String read() {
    return (String) stage.run(Script.READ_LATCH, LATCH.forReading());
  }

  /** The record of the latch. */
  String latch() {
    return stage.text(KEYS[1]);
  }

  long latchMillisLeft() {
    return stage.millisLeft(KEYS[1]);
  }

  String awaiting(String request) {
    return stage.field(KEYS[3], request);
  }

  long awaitingMillisLeft() {
    return stage.millisLeft(KEYS[3]);
  }

  Map<String, String> everything() {
    return stage.everything();
  }

  /** The text of the next message. */
  static String message(RawRedis listener) {
    return String.valueOf(listener.awaitPush(Duration.ofSeconds(10)).orElseThrow().get(2));
  }

  static boolean silent(RawRedis listener) {
    return listener.awaitPush(Duration.ofMillis(100)).isEmpty();
  }

  @Override
  public void close() {
    stage.close();
  }
}
