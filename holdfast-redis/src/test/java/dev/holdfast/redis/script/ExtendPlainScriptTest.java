package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RedisVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class ExtendPlainScriptTest {

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

  private Object extend(String value, String number) {
    return stage.run(Script.EXTEND_PLAIN, new String[] {"n", COUNTER}, value, "5000", number);
  }

  @Test
  void ownValue_lastsLonger_andCarriesItsNumber() {
    stage.redis().command("SET", "n", "v1", "PX", "100000");
    assertThat(extend("v1", "7")).isEqualTo("extended");
    assertThat(stage.millisLeft("n")).isBetween(4_000L, 5_000L);
    assertThat(stage.text(COUNTER)).isEqualTo("7");
  }

  @Test
  void nodeThatHasLostIt_isTakenAgain_withTheNumber() {
    assertThat(extend("v1", "7")).isEqualTo("taken");
    assertThat(stage.text("n")).isEqualTo("v1");
    assertThat(stage.millisLeft("n")).isBetween(4_000L, 5_000L);
    assertThat(stage.text(COUNTER)).isEqualTo("7");
  }

  @Test
  void higherNumber_isNotLowered() {
    stage.redis().command("SET", COUNTER, "9");
    assertThat(extend("v1", "7")).isEqualTo("taken");
    assertThat(stage.text(COUNTER)).isEqualTo("9");
  }

  @Test
  void otherValue_changesNothing() {
    stage.redis().command("SET", "n", "v2", "PX", "100000");
    assertThat(extend("v1", "7")).isEqualTo("other");
    assertThat(stage.everything()).containsOnlyKeys("n");
    assertThat(stage.millisLeft("n")).isGreaterThan(90_000L);
  }
}
