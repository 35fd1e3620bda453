package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisVersion;
import java.util.List;
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
class CountLatchDownScriptTest {

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

  private String count(String request) {
    return stage.run(Script.COUNT_LATCH_DOWN, "s", "3", request, "7");
  }

  @Test
  void openRound_countsEachRequestOnce() {
    stage.open(3);
    assertThat(count("c1")).isEqualTo("applied 7 5 2");
    Map<String, String> after = stage.everything();
    assertThat(count("c1")).isEqualTo("applied 7 5 2");
    assertThat(stage.everything()).isEqualTo(after);
    assertThat(count("c2")).isEqualTo("applied 7 5 1");
    assertThat(stage.latchMillisLeft()).isEqualTo(-1);
  }

  @Test
  void zero_endsTheRound_forgetsItsCountDowns_andHasAnEnd() {
    stage.open(2, "c1");
    assertThat(count("c2")).isEqualTo("applied 7 5 0");
    assertThat(stage.latch())
        .isEqualTo("0000000000000007 0000000000000005 0000000000000000 setter");
    assertThat(stage.latchMillisLeft()).isBetween(86_000_000L, 86_400_000L);
    assertThat(stage.everything()).doesNotContainKey(LatchStage.KEYS[2]);
    Map<String, String> after = stage.everything();
    assertThat(List.of(count("c1"), count("c2"), count("c3"))).containsOnly("applied 7 5 0");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void zero_tellsThoseWhoAwait_once() {
    stage.open(2, "c1").awaits("w", "other");
    try (RawRedis listener = stage.stage().listener("other")) {
      assertThat(count("c1")).isEqualTo("applied 7 5 1");
      assertThat(LatchStage.silent(listener)).isTrue();
      assertThat(count("c2")).isEqualTo("applied 7 5 0");
      assertThat(LatchStage.message(listener)).isEqualTo("latch w 0000000000000007 counted");
      assertThat(count("c2")).isEqualTo("applied 7 5 0");
      assertThat(LatchStage.silent(listener)).isTrue();
    }
    assertThat(stage.everything()).doesNotContainKey(LatchStage.KEYS[3]);
  }

  @Test
  void manyWhoAwait_areToldInSteps_byTheSameCall() {
    stage.open(1);
    for (int i = 0; i < 1_001; i++) {
      stage.awaits("w" + i, "other");
    }
    assertThat(count("c1")).isEqualTo("more");
    assertThat(stage.run(Script.INSPECT_LATCH, "s", "3")).isEqualTo("applied 7 5 0");
    assertThat(count("c1")).isEqualTo("more");
    assertThat(count("c1")).isEqualTo("applied 7 5 0");
    assertThat(stage.everything()).doesNotContainKey(LatchStage.KEYS[3]);
  }

  @Test
  void anotherRound_isNotHit() {
    stage.open(3, "c1");
    Map<String, String> before = stage.everything();
    for (String round : List.of("6", "8", "5")) {
      assertThat(stage.run(Script.COUNT_LATCH_DOWN, "s", "3", "c2", round))
          .isEqualTo("other 7 5 2");
    }
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noLatch_isToldSo_andLeavesNothing() {
    Map<String, String> before = stage.everything();
    assertThat(count("c1")).isEqualTo("other 0 0 0");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"absent, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.open(1).awaits("w", "other");
    Map<String, String> before = stage.everything();
    assertThat(stage.run(Script.COUNT_LATCH_DOWN, session, epoch, "c1", "7")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_countsAllTheSame_downToZero() {
    stage.open(2).awaits("w", "other").stage().outOfMemory();
    assertThat(count("c1")).isEqualTo("applied 7 5 1");
    assertThat(count("c1")).isEqualTo("applied 7 5 1");
    assertThat(count("c2")).isEqualTo("applied 7 5 0");
    assertThat(stage.everything()).doesNotContainKeys(LatchStage.KEYS[2], LatchStage.KEYS[3]);
  }
}
