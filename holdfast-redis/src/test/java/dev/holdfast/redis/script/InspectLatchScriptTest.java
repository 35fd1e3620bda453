package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RedisVersion;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class InspectLatchScriptTest {

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

  private String inspect(String session, String epoch) {
    return stage.run(Script.INSPECT_LATCH, session, epoch);
  }

  @Test
  void neverSet_isNothing() {
    assertThat(inspect("s", "3")).isEqualTo("applied 0 0 0");
  }

  @Test
  void openRound_tellsWhatIsLeft_andChangesNothing() {
    stage.open(3, "c1").awaits("w", "other");
    Map<String, String> before = stage.everything();
    assertThat(inspect("s", "3")).isEqualTo("applied 7 5 2");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void endedRound_tellsZero() {
    stage.ended();
    assertThat(inspect("s", "4")).isEqualTo("applied 7 5 0");
  }

  @ParameterizedTest
  @CsvSource({"absent, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_isToldSo(String session, String epoch, String answer) {
    stage.open(3);
    assertThat(inspect(session, epoch)).isEqualTo(answer);
  }
}
