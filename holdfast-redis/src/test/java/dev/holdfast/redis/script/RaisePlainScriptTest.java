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
class RaisePlainScriptTest {

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

  private Object raise(String value, String least) {
    return stage.run(Script.RAISE_PLAIN, new String[] {"n", COUNTER}, value, least);
  }

  @Test
  void ownValue_numberIsRaised_neverLowered() {
    stage.redis().command("SET", "n", "v1");
    assertThat(raise("v1", "7")).isEqualTo("raised");
    assertThat(stage.text(COUNTER)).isEqualTo("7");
    assertThat(raise("v1", "5")).isEqualTo("raised");
    assertThat(stage.text(COUNTER)).isEqualTo("7");
  }

  @Test
  void otherValueOrNone_changesNothing() {
    assertThat(raise("v1", "7")).isEqualTo("none");
    stage.redis().command("SET", "n", "v2");
    assertThat(raise("v1", "7")).isEqualTo("other");
    assertThat(stage.everything()).containsOnlyKeys("n");
  }

  @Test
  void largeNumber_isKeptExactly() {
    stage.redis().command("SET", "n", "v1");
    assertThat(raise("v1", "9007199254740991")).isEqualTo("raised");
    assertThat(stage.text(COUNTER)).isEqualTo("9007199254740991");
  }
}
