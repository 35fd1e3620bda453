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
class SetLatchScriptTest {

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

  private String set(String request, long round, String count) {
    return stage.run(Script.SET_LATCH, "s", "3", request, Long.toString(round), count);
  }

  private static long round(String answer) {
    return Long.parseLong(answer.split(" ", -1)[1]);
  }

  @Test
  void neverSet_beginsASeries() {
    long before = stage.stage().nowMillis() * 1_000;
    String answer = set("r", 0, "3");
    long round = round(answer);
    assertThat(round).isGreaterThanOrEqualTo(before);
    assertThat(answer).isEqualTo("applied " + round + " " + round + " 3");
    assertThat(stage.latch()).isEqualTo("%016d %016d %016d r".formatted(round, round, 3));
    assertThat(stage.latchMillisLeft()).isEqualTo(-1);
    assertThat(stage.stage().field(ScriptStage.KEYS.sessions(), "#"))
        .isEqualTo("%016d".formatted(round));
    Map<String, String> after = stage.everything();
    assertThat(set("r", 0, "3")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void endedRound_isFollowedByOneOfItsSeries_thatStays() {
    stage.ended();
    String answer = set("r", 7, "2");
    assertThat(answer).isEqualTo("applied " + round(answer) + " 5 2");
    assertThat(stage.latchMillisLeft()).isEqualTo(-1);
  }

  @Test
  void roundOfTheRequest_isKnown_alsoWhenItHasEnded() {
    stage.ended();
    assertThat(set("setter", 0, "3")).isEqualTo("applied 7 5 0");
    assertThat(set("setter", 7, "3")).isEqualTo("applied 7 5 0");
  }

  @ParameterizedTest
  @CsvSource({"7", "0", "6"})
  void openRound_stays(long named) {
    stage.open(3, "c1");
    Map<String, String> before = stage.everything();
    assertThat(set("r", named, "9")).isEqualTo("other 7 5 2");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"0", "6", "8"})
  void anotherRoundThanTheLast_changesNothing(long named) {
    stage.ended();
    Map<String, String> before = stage.everything();
    assertThat(set("r", named, "9")).isEqualTo("other 7 5 0");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void zero_endsAtOnce_andHasAnEnd() {
    assertThat(set("r", 0, "0")).endsWith(" 0");
    assertThat(stage.latchMillisLeft()).isBetween(86_000_000L, 86_400_000L);
  }

  @Test
  void highestCount_isKeptExactly() {
    assertThat(set("r", 0, "9007199254740991")).endsWith(" 9007199254740991");
    assertThat(stage.latch()).endsWith(" 9007199254740991 r");
  }

  @Test
  void whatARecordThatWasDeletedByHandHasLeft_isCleared() {
    stage.open(3, "c1", "c2").awaits("w", "other");
    stage.stage().redis().command("DEL", LatchStage.KEYS[1]);
    assertThat(set("r", 0, "5")).endsWith(" 5");
    assertThat(stage.everything()).doesNotContainKeys(LatchStage.KEYS[2], LatchStage.KEYS[3]);
  }

  @Test
  void whoStillAwaitsTheEndedRound_isToldFirst_inSteps() {
    stage.ended();
    for (int i = 0; i < 501; i++) {
      stage.awaits("w" + i, "other");
    }
    assertThat(set("r", 7, "5")).isEqualTo("more");
    assertThat(stage.latch()).endsWith(" setter");
    assertThat(set("r", 7, "5")).endsWith(" 5 5");
    assertThat(stage.everything()).doesNotContainKey(LatchStage.KEYS[3]);
  }

  @Test
  void counterAheadOfTheClock_isFollowed_untilItsEnd() {
    stage.stage().counter(9_007_199_254_740_989L);
    assertThat(set("r", 0, "1")).startsWith("applied 9007199254740990 ");
    assertThat(stage.run(Script.COUNT_LATCH_DOWN, "s", "3", "c", "9007199254740990"))
        .isEqualTo("applied 9007199254740990 9007199254740990 0");
    assertThat(set("r1", 9_007_199_254_740_990L, "1")).startsWith("applied 9007199254740991 ");
    stage.run(Script.COUNT_LATCH_DOWN, "s", "3", "c", "9007199254740991");
    assertThat(set("r2", 9_007_199_254_740_991L, "1")).isEqualTo("exhausted");
  }

  @ParameterizedTest
  @CsvSource({"absent, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    Map<String, String> before = stage.everything();
    assertThat(stage.run(Script.SET_LATCH, session, epoch, "r", "0", "3")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_isRefused_andBeginsNothing() {
    Map<String, String> before = stage.everything();
    stage.stage().outOfMemory();
    assertThatThrownBy(() -> set("r", 0, "3")).hasMessageContaining("OOM");
    assertThat(stage.everything()).isEqualTo(before);
  }
}
