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
class ShrinkLockScriptTest {

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

  private String shrink(String session, String epoch, String request, String kept) {
    String[] keys = stage.lock().forRequests();
    return (String) stage.run(Script.SHRINK_LOCK, keys, session, epoch, request, kept);
  }

  /** Shrinks twice, and sees that the second time nothing has changed. */
  private void shrinkTwice(String request, String kept) {
    assertThat(shrink("s", "3", request, kept)).isEqualTo("shrunk");
    Map<String, String> after = stage.everything();
    assertThat(shrink("s", "3", request, kept)).isEqualTo("shrunk");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void writer_becomesAReader_withItsSequenceAndItsBound() {
    long bound = stage.nowMillis() + 9_000;
    stage.session("s").held("r", "s", bound);
    shrinkTwice("r", "1");
    assertThat(stage.field(stage.waiters(), "r"))
        .isEqualTo("h s 0000000000000007 1 " + bound + " thread\tnote");
    assertThat(stage.text(stage.record())).isEqualTo("w 0000000000000 0000000000000000   ");
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("1");
    assertThat(stage.redis().command("ZSCORE", stage.holders(), "r").toString())
        .isEqualTo(Long.toString(bound));
    for (String key : new String[] {stage.record(), stage.waiters(), stage.holders()}) {
      assertThat(stage.millisLeft(key)).isBetween(86_000_000L, 86_400_000L);
    }
  }

  @Test
  void writer_letsInTheReadersAtTheHead() {
    stage.session("s").session("w").held("r", "s");
    stage.waitsFair("r1", "w", 1).waitsFair("r2", "w").waitsFair("r3", "w", 1);
    shrinkTwice("r", "1");
    assertThat(stage.sharers()).containsOnlyKeys("r", "r1");
    assertThat(stage.queued()).containsExactly("r2", "r3");
  }

  @Test
  void writer_thatKeepsAll_staysOne() {
    stage.session("s").held("r", "s");
    shrinkTwice("r", "2147483647");
    assertThat(stage.holder()).isEqualTo("r s");
  }

  @Test
  void permits_areReturnedInPart_andNeverTakenBack() {
    stage.semaphore().permits(4).session("s").session("w");
    stage.shares("r", "s", 4).waitsFair("r1", "w", 2);
    shrinkTwice("r", "3");
    assertThat(stage.queued()).containsExactly("r1");
    shrinkTwice("r", "2");
    assertThat(stage.sharers()).isEqualTo(Map.of("r", 2, "r1", 2));
    shrinkTwice("r", "4");
    assertThat(stage.sharers()).isEqualTo(Map.of("r", 2, "r1", 2));
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("4");
  }

  @Test
  void manyReadersThatWait_areLetInInSteps() {
    stage.session("s").session("w").held("r", "s");
    for (int i = 0; i < 150; i++) {
      stage.waitsFair("r" + i, "w", 1);
    }
    assertThat(shrink("s", "3", "r", "1")).isEqualTo("more");
    assertThat(stage.sharers()).hasSize(101);
    assertThat(shrink("s", "3", "r", "1")).isEqualTo("shrunk");
    assertThat(stage.sharers()).hasSize(151);
  }

  @ParameterizedTest
  @ValueSource(strings = {"r1", "r2", "rx", ""})
  void whoDoesNotHold_isNotHolding(String request) {
    stage.session("s").held("r", "s").waits("r1", "s");
    assertUnchanged("not-holding", "s", "3", request);
  }

  @Test
  void freeLock_isNotHolding() {
    stage.session("s");
    assertUnchanged("not-holding", "s", "3", "r");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void boundThatHasPassed_isNotHolding(boolean shared) {
    long passed = stage.nowMillis() - 1;
    stage.session("s");
    if (shared) {
      stage.shares("r", "s", 3, passed, passed);
    } else {
      stage.held("r", "s", passed);
    }
    assertUnchanged("not-holding", "s", "3", "r");
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("s").expired("over").held("r", "s");
    assertUnchanged(answer, session, epoch, "r");
  }

  @Test
  void noMemory_isShrunkAllTheSame() {
    stage.session("s").session("w").held("r", "s").waitsFair("r1", "w", 1).outOfMemory();
    assertThat(shrink("s", "3", "r", "1")).isEqualTo("shrunk");
    assertThat(stage.sharers()).containsOnlyKeys("r", "r1");
  }

  private void assertUnchanged(String answer, String session, String epoch, String request) {
    Map<String, String> before = stage.everything();
    assertThat(shrink(session, epoch, request, "1")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }
}
