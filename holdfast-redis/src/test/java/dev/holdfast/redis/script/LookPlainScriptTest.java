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
class LookPlainScriptTest {

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

  private String look() {
    return String.valueOf(stage.run(Script.LOOK_PLAIN, new String[] {"n", COUNTER}));
  }

  @Test
  void free() {
    stage.redis().command("SET", COUNTER, "7");
    assertThat(look()).isEqualTo("free");
  }

  @Test
  void held_tellsWhatIsLeft_theNumber_andTheValue() {
    stage.redis().command("SET", "n", "a b", "PX", "9000");
    assertThat(look()).matches("held (8\\d\\d\\d|9000) 0 a b");
    stage.redis().command("SET", COUNTER, "7");
    stage.redis().command("SET", "n", "v1");
    assertThat(look()).isEqualTo("held -1 7 v1");
  }
}
