package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class FreePlainScriptTest {

  private static final String COUNTER = "holdfast:fence:n";

  @Parameter RedisVersion version;

  private ScriptStage stage;

  @BeforeEach
  void open() {
    stage = ScriptStage.on(version.assumeAvailable());
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private Object free(String value) {
    return stage.run(Script.FREE_PLAIN, new String[] {"n"}, value);
  }

  @Test
  void ownValue_isFreed_andTold() {
    stage.redis().command("SET", "n", "v1");
    stage.redis().command("SET", COUNTER, "7");
    try (RawRedis listener = stage.server().raw()) {
      listener.command("HELLO", "3");
      listener.send("SUBSCRIBE", "holdfast:free:n");
      assertThat(listener.awaitPush(Duration.ofSeconds(5))).isPresent();
      assertThat(free("v1")).isEqualTo("freed");
      List<?> push = listener.awaitPush(Duration.ofSeconds(5)).orElseThrow();
      assertThat(String.valueOf(push.get(1))).isEqualTo("holdfast:free:n");
    }
    assertThat(stage.everything()).containsOnlyKeys(COUNTER);
    assertThat(free("v1")).isEqualTo("none");
  }

  @Test
  void otherValue_isNotTouched() {
    stage.redis().command("SET", "n", "v2");
    assertThat(free("v1")).isEqualTo("other");
    assertThat(stage.text("n")).isEqualTo("v2");
  }

  @Test
  void noMemory_isFreedAllTheSame() {
    stage.redis().command("SET", "n", "v1");
    stage.outOfMemory();
    assertThat(free("v1")).isEqualTo("freed");
  }
}
