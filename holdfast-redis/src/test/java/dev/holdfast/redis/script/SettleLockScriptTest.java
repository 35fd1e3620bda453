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
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class SettleLockScriptTest {

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

  private String settle(String session, String epoch, String request, String lease) {
    String[] keys = stage.lock().forHolders();
    return (String) stage.run(Script.SETTLE_LOCK, keys, session, epoch, request, lease);
  }

  private long bound() {
    return Long.parseLong(stage.text(stage.record()).substring(2, 15));
  }

  @Test
  void holder_isBoundedOnce_fromTheArrival() {
    stage.session("s").held("r", "s").waits("r1", "s");
    long before = stage.nowMillis();
    assertThat(settle("s", "3", "r", "2000")).isEqualTo("settled");
    assertThat(bound()).isBetween(before + 2_000, stage.nowMillis() + 2_001);
    assertThat(stage.text(stage.record())).endsWith(" 0000000000000007 r s thread\tnote");
    Map<String, String> after = stage.everything();
    assertThat(settle("s", "3", "r", "9000")).isEqualTo("settled");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void sharer_isBoundedOnce_andTheOthersAreNot() {
    stage.session("s").shares("r", "s", 1).shares("r1", "s", 1);
    long before = stage.nowMillis();
    assertThat(settle("s", "3", "r", "2000")).isEqualTo("settled");
    String text = stage.field(stage.waiters(), "r");
    long bound = Long.parseLong(text.split(" ", 6)[4]);
    assertThat(bound).isBetween(before + 2_000, stage.nowMillis() + 2_001);
    assertThat(text).isEqualTo("h s 0000000000000007 1 " + bound + " thread\tnote");
    assertThat(stage.redis().command("ZSCORE", stage.holders(), "r").toString())
        .isEqualTo(Long.toString(bound));
    assertThat(stage.field(stage.waiters(), "r1")).contains(" 1 0000000000000 ");
    Map<String, String> after = stage.everything();
    assertThat(settle("s", "3", "r", "9000")).isEqualTo("settled");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void sharerWhoseBoundHasPassed_isNotHolding() {
    stage.session("s").shares("r", "s", 1, stage.nowMillis() - 1, stage.nowMillis() - 1);
    assertUnchanged("not-holding", "s", "3", "r");
  }

  @ParameterizedTest
  @ValueSource(strings = {"r1", "r2", "rx"})
  void whoDoesNotHold_isNotHolding(String request) {
    stage.session("s").held("r", "s").waits("r1", "s");
    assertUnchanged("not-holding", "s", "3", request);
  }

  @Test
  void freeLock_isNotHolding() {
    stage.session("s");
    assertUnchanged("not-holding", "s", "3", "r");
  }

  @Test
  void boundThatHasPassed_isNotHolding() {
    stage.session("s").held("r", "s", stage.nowMillis() - 1);
    assertUnchanged("not-holding", "s", "3", "r");
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("s").expired("over").held("r", "s");
    assertUnchanged(answer, session, epoch, "r");
  }

  @Test
  void noMemory_isBoundedAllTheSame() {
    stage.session("s").held("r", "s").outOfMemory();
    assertThat(settle("s", "3", "r", "2000")).isEqualTo("settled");
    assertThat(bound()).isPositive();
  }

  @Test
  void noMemory_sharerIsBoundedAllTheSame() {
    stage.semaphore().permits(2).session("s").shares("r", "s", 1).outOfMemory();
    assertThat(settle("s", "3", "r", "2000")).isEqualTo("settled");
  }

  private void assertUnchanged(String answer, String session, String epoch, String request) {
    Map<String, String> before = stage.everything();
    assertThat(settle(session, epoch, request, "2000")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }
}
