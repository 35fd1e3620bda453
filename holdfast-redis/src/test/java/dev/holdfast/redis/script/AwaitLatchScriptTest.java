package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
class AwaitLatchScriptTest {

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

  private String await(String session, String request) {
    return stage.run(Script.AWAIT_LATCH, session, "3", request);
  }

  @Test
  void openRound_isTold_andWhoAsksIsRemembered() {
    stage.open(3, "c1");
    assertThat(await("s", "w")).isEqualTo("applied 7 5 2");
    assertThat(stage.awaiting("w")).isEqualTo("s");
    assertThat(stage.awaitingMillisLeft()).isBetween(86_000_000L, 86_400_000L);
    Map<String, String> after = stage.everything();
    assertThat(await("s", "w")).isEqualTo("applied 7 5 2");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void askingAgain_prolongsTheMemory() {
    stage.open(3).awaits("w", "s");
    stage.stage().redis().command("PEXPIRE", LatchStage.KEYS[3], "1000000");
    await("s", "w");
    assertThat(stage.awaitingMillisLeft()).isGreaterThan(86_000_000L);
  }

  @Test
  void nextSession_takesTheRequestOver_andDeadOnesAreForgotten() {
    stage.open(3).awaits("w", "over").awaits("w1", "other").awaits("w2", "absent");
    assertThat(await("s", "w")).isEqualTo("applied 7 5 3");
    assertThat(stage.awaiting("w")).isEqualTo("s");
    assertThat(stage.awaiting("w1")).isEqualTo("other");
    assertThat(stage.awaiting("w2")).isEqualTo("null");
  }

  @Test
  void noRound_orAnEndedOne_remembersNobody() {
    assertThat(await("s", "w")).isEqualTo("applied 0 0 0");
    assertThat(stage.awaiting("w")).isEqualTo("null");
    stage.ended();
    assertThat(await("s", "w")).isEqualTo("applied 7 5 0");
    assertThat(stage.awaiting("w")).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource({"absent, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.open(3).awaits("w1", "over");
    Map<String, String> before = stage.everything();
    assertThat(stage.run(Script.AWAIT_LATCH, session, epoch, "w")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_whoIsRememberedIsAnswered_andMayChangeItsSession() {
    stage.open(3).awaits("w", "s").stage().outOfMemory();
    assertThat(await("s", "w")).isEqualTo("applied 7 5 3");
    assertThat(await("other", "w")).isEqualTo("applied 7 5 3");
    assertThat(stage.awaiting("w")).isEqualTo("other");
  }

  @Test
  void noMemory_newcomersAreRefused() {
    stage.open(3).stage().outOfMemory();
    assertThatThrownBy(() -> await("s", "w")).hasMessageContaining("OOM");
    assertThat(stage.awaiting("w")).isEqualTo("null");
  }
}
