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
class LeaveLatchScriptTest {

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

  private String leave(String session, String epoch, String request) {
    return stage.run(Script.LEAVE_LATCH, session, epoch, request);
  }

  @Test
  void whoIsRemembered_isForgotten_andNobodyElse() {
    stage.open(3).awaits("w", "s").awaits("w1", "s");
    assertThat(leave("s", "3", "w")).isEqualTo("left");
    assertThat(stage.awaiting("w")).isEqualTo("null");
    assertThat(stage.awaiting("w1")).isEqualTo("s");
    assertThat(leave("s", "3", "w")).isEqualTo("absent");
  }

  @Test
  void theLastOne_leavesNoKey() {
    stage.open(3).awaits("w", "s");
    leave("s", "3", "w");
    assertThat(stage.everything()).doesNotContainKey(LatchStage.KEYS[3]);
  }

  @ParameterizedTest
  @CsvSource({"absent, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.open(3).awaits("w", "s");
    Map<String, String> before = stage.everything();
    assertThat(leave(session, epoch, "w")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_isForgottenAllTheSame() {
    stage.open(3).awaits("w", "s").stage().outOfMemory();
    assertThat(leave("s", "3", "w")).isEqualTo("left");
  }
}
