package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RawRedis;
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
class DeleteLatchScriptTest {

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

  private String delete(String round) {
    return stage.run(Script.DELETE_LATCH, "s", "3", round);
  }

  @Test
  void openRound_isForgotten_andThoseWhoAwaitAreTold() {
    Map<String, String> before = stage.everything();
    stage.open(3, "c1").awaits("w", "other");
    try (RawRedis listener = stage.stage().listener("other")) {
      assertThat(delete("7")).isEqualTo("applied 0 0 0");
      assertThat(LatchStage.message(listener)).isEqualTo("latch w 0000000000000007 deleted");
    }
    assertThat(stage.everything()).isEqualTo(before);
    assertThat(delete("7")).isEqualTo("other 0 0 0");
  }

  @Test
  void endedRound_isForgotten() {
    Map<String, String> before = stage.everything();
    stage.ended();
    assertThat(delete("7")).isEqualTo("applied 0 0 0");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void anotherRound_stays() {
    stage.open(3, "c1").awaits("w", "other");
    Map<String, String> before = stage.everything();
    assertThat(delete("6")).isEqualTo("other 7 5 2");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void manyWhoAwait_areForgottenInOneStep() {
    stage.open(3);
    for (int i = 0; i < 1_001; i++) {
      stage.awaits("w" + i, "other");
    }
    assertThat(delete("7")).isEqualTo("applied 0 0 0");
    assertThat(stage.everything()).doesNotContainKey(LatchStage.KEYS[3]);
  }

  @ParameterizedTest
  @CsvSource({"absent, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.open(3).awaits("w", "other");
    Map<String, String> before = stage.everything();
    assertThat(stage.run(Script.DELETE_LATCH, session, epoch, "7")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_isForgottenAllTheSame() {
    stage.open(3, "c1").awaits("w", "other").stage().outOfMemory();
    assertThat(delete("7")).isEqualTo("applied 0 0 0");
  }
}
