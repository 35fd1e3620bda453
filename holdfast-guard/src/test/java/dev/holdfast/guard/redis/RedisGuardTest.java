package dev.holdfast.guard.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.guard.StaleTokenException;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisGuardTest {

  /** Tokens that are the same floating-point number. */
  private static final long LOW = (1L << 60) + 1;

  private static final long HIGH = LOW + 1;

  private static RedisServer server;
  private static RawRedis raw;
  private static RedisGuard guard;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    raw = server.raw();
    guard = RedisGuard.over((script, keys, arguments) -> eval(raw, script, keys, arguments));
  }

  @AfterAll
  static void stop() {
    raw.close();
    server.close();
  }

  private static Object eval(
      RawRedis redis, String script, List<String> keys, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("EVAL", script, Integer.toString(keys.size())));
    words.addAll(keys);
    words.addAll(arguments);
    return redis.command(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void risingAndEqualTokens_write_lowerOnesAreRefused(RedisVersion version) {
    try (RedisServer other = RedisServer.start(version.assumeAvailable());
        RawRedis redis = other.raw()) {
      RedisGuard ofOther =
          RedisGuard.over((script, keys, arguments) -> eval(redis, script, keys, arguments));
      ofOther.set("k", 5, "by 5");
      ofOther.set("k", LOW, "by low");
      ofOther.set("k", HIGH, "by high");
      ofOther.set("k", HIGH, "again");

      assertThatThrownBy(() -> ofOther.set("k", LOW, "late"))
          .isInstanceOfSatisfying(
              StaleTokenException.class,
              refusal -> {
                assertThat(refusal.token()).isEqualTo(LOW);
                assertThat(refusal.acceptedToken()).isEqualTo(HIGH);
                assertThat(refusal.lockName()).isEqualTo("k");
              });
      assertThat(redis.command("GET", "k")).isEqualTo("again");
    }
  }

  @Test
  void delete_keepsTheToken() {
    guard.set("deleted", HIGH, "x");
    assertThatThrownBy(() -> guard.delete("deleted", LOW)).isInstanceOf(StaleTokenException.class);
    guard.delete("deleted", HIGH);

    assertThat(raw.command("GET", "deleted")).isNull();
    assertThatThrownBy(() -> guard.set("deleted", LOW, "late"))
        .isInstanceOf(StaleTokenException.class);
  }

  @Test
  void get_keepsEarlierHoldersOut() {
    assertThat(guard.get("read", LOW)).isEmpty();
    guard.set("read", LOW, "\ud83d\udd12");
    assertThat(guard.get("read", HIGH)).hasValue("\ud83d\udd12");

    assertThatThrownBy(() -> guard.set("read", LOW, "late"))
        .isInstanceOf(StaleTokenException.class);
    assertThatThrownBy(() -> guard.get("read", LOW)).isInstanceOf(StaleTokenException.class);
  }

  @Test
  void timeToLive_isThatOfTheValueOnly() {
    guard.set("brief", HIGH, "x", Duration.ofSeconds(60));
    assertThat((Long) raw.command("PTTL", "brief")).isBetween(1L, 60_000L);
    assertThat(raw.command("PTTL", "{brief}:fence")).isEqualTo(-1L);
    guard.set("brief", HIGH, "x");
    assertThat(raw.command("PTTL", "brief")).isEqualTo(-1L);
  }

  @Test
  void keyOfTheToken_hasTheSlotOfTheValue() {
    assertThat(RedisGuard.markKey("report:42")).isEqualTo("{report:42}:fence");
    assertThat(RedisGuard.markKey("{report}:42")).isEqualTo("{report}:42:fence");
  }

  @Test
  void applicationsOwnLettuce_isEnough() {
    RedisClient client = RedisClient.create(server.uri());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      RedisCommands<String, String> commands = connection.sync();
      RedisGuard byLettuce =
          RedisGuard.over(
              (script, keys, arguments) ->
                  commands.eval(
                      script,
                      ScriptOutputType.MULTI,
                      keys.toArray(new String[0]),
                      arguments.toArray(new String[0])));
      byLettuce.set("lettuce", HIGH, "x");
      assertThat(byLettuce.get("lettuce", HIGH)).hasValue("x");
      assertThatThrownBy(() -> byLettuce.set("lettuce", LOW, "late"))
          .isInstanceOf(StaleTokenException.class);
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void bytes_areTextToo() {
    RedisGuard ofBytes =
        RedisGuard.over((script, keys, arguments) -> List.of(utf8("value"), utf8("x")));
    assertThat(ofBytes.get("k", 1)).hasValue("x");
  }

  @Test
  void whatCannotBe_isRefused() {
    assertThatThrownBy(() -> guard.set("k", 0, "x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> guard.set("k", 1, "x", Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    for (Object answer : List.of("done", List.of(), List.of("other"))) {
      RedisGuard odd = RedisGuard.over((script, keys, arguments) -> answer);
      assertThatThrownBy(() -> odd.set("k", 1, "x")).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> odd.get("k", 1)).isInstanceOf(IllegalStateException.class);
    }
  }
}
