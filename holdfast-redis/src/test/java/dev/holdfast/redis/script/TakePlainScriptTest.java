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
class TakePlainScriptTest {

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

  private String take(String value) {
    return String.valueOf(stage.run(Script.TAKE_PLAIN, new String[] {"n", COUNTER}, value, "5000"));
  }

  private long number(String answer) {
    assertThat(answer).matches("granted \\d+");
    return Long.parseLong(answer.substring(8));
  }

  @Test
  void free_isTaken_withTheClockWithoutItsLast20Bits() {
    long floor = (stage.nowMillis() - 2_000) * 1_000;
    long number = number(take("v1"));
    assertThat(number % (1 << 20)).isZero();
    assertThat(number).isBetween(floor, floor + 4_000_000);
    assertThat(stage.text("n")).isEqualTo("v1");
    assertThat(stage.millisLeft("n")).isBetween(4_000L, 5_000L);
    assertThat(stage.text(COUNTER)).isEqualTo(Long.toString(number));
    assertThat(stage.millisLeft(COUNTER)).isBetween(86_000_000L, 86_400_000L);
  }

  @Test
  void numberAheadOfTheClock_risesByOne() {
    stage.redis().command("SET", COUNTER, "8000000000000001");
    assertThat(take("v1")).isEqualTo("granted 8000000000000002");
  }

  @Test
  void noNumberLeft_nothingIsTaken() {
    stage.redis().command("SET", COUNTER, "9007199254740991");
    assertThat(take("v1")).isEqualTo("exhausted");
    assertThat(stage.text("n")).isEqualTo("null");
  }

  @Test
  void held_changesNothing_andTellsWhatIsLeft() {
    stage.redis().command("SET", "n", "anything", "PX", "3000");
    assertThat(take("v1")).matches("held others (2\\d\\d\\d|3000)");
    stage.redis().command("SET", "n", "hf:anything", "PX", "3000");
    assertThat(take("v1")).matches("held ours (2\\d\\d\\d|3000)");
    stage.redis().command("SET", "n", "anything");
    assertThat(take("v1")).isEqualTo("held others -1");
    assertThat(stage.everything()).containsOnlyKeys("n");
  }

  @Test
  void anotherLockOfTheSameNode_hasANumberOfItsOwn() {
    stage.redis().command("SET", "holdfast:fence:other", "8000000000000001");
    assertThat(number(take("v1"))).isLessThan(8_000_000_000_000_000L);
  }
}
