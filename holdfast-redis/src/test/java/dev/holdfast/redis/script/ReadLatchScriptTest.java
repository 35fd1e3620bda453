package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RedisVersion;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class ReadLatchScriptTest {

  @Parameter RedisVersion version;

  private LatchStage stage;

  @BeforeEach
  void open() {
    stage = new LatchStage(version);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private String read() {
    Map<String, String> before = stage.everything();
    String answer = stage.read();
    assertThat(stage.everything()).isEqualTo(before);
    return answer;
  }

  @Test
  void neverSet_isNothing() {
    assertThat(read()).isEqualTo("applied 0 0 0");
  }

  @Test
  void openRound_tellsWhatIsLeft() {
    stage.open(3, "c1");
    assertThat(read()).isEqualTo("applied 7 5 2");
  }

  @Test
  void endedRound_tellsZero() {
    stage.ended();
    assertThat(read()).isEqualTo("applied 7 5 0");
  }
}
