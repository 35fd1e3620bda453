package dev.holdfast.testing.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RawRedisTest {

  private static final Duration LONG = Duration.ofSeconds(10);

  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void answers_becomeJavaValues() {
    try (RawRedis redis = server.raw()) {
      assertThat(redis.command("INCR", "counter")).isEqualTo(1L);
      assertThat(redis.command("GET", "missing")).isNull();
      assertThat(redis.command("SET", "text", "größer\r\n")).isEqualTo("OK");
      assertThat(redis.command("GET", "text")).isEqualTo("größer\r\n");
      assertThat(redis.command("MGET", "text", "missing"))
          .isEqualTo(Arrays.asList("größer\r\n", null));
      assertThatThrownBy(() -> redis.command("INCR", "text"))
          .isInstanceOf(RedisErrorException.class)
          .hasMessageContaining("not an integer");
    }
  }

  @Test
  void protocol3_hasMapsDoublesNullsAndPushes() {
    try (RawRedis redis = server.raw();
        RawRedis publisher = server.raw()) {
      assertThat(redis.command("HELLO", "3"))
          .isInstanceOfSatisfying(Map.class, map -> assertThat(map.get("proto")).isEqualTo(3L));
      redis.command("HSET", "hash", "field", "value");
      assertThat(redis.command("HGETALL", "hash")).isEqualTo(Map.of("field", "value"));
      redis.command("ZADD", "sorted", "1.5", "member");
      assertThat(redis.command("ZSCORE", "sorted", "member")).isEqualTo(1.5);
      assertThat(redis.command("GET", "missing")).isNull();

      redis.send("SUBSCRIBE", "news");
      assertThat(redis.awaitPush(LONG)).contains(List.of("subscribe", "news", 1L));
      publisher.command("PUBLISH", "news", "hello");
      assertThat(redis.command("ECHO", "still an answer")).isEqualTo("still an answer");
      assertThat(redis.awaitPush(LONG)).contains(List.of("message", "news", "hello"));
    }
  }

  @Test
  void commandStats_countCallsSinceReset() {
    try (RawRedis redis = server.raw()) {
      redis.resetStats();
      redis.command("SET", "k", "v");
      redis.command("GET", "k");
      redis.command("GET", "k");

      assertThat(redis.commandStats()).containsEntry("get", 2L).containsEntry("set", 1L);
      redis.resetStats();
      assertThat(redis.commandStats()).doesNotContainKey("get");
    }
  }

  @Test
  void usedCpuMicros_grows() {
    try (RawRedis redis = server.raw()) {
      long before = redis.usedCpuMicros();
      redis.command("EVAL", "local n = 0 for i = 1, 5000000 do n = n + i end return n", "0");

      assertThat(redis.usedCpuMicros()).isGreaterThan(before + 1_000);
    }
  }
}
