package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
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
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class ReleaseLockScriptTest {

  private static final Duration SOON = Duration.ofSeconds(5);

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

  private String release(String session, String request) {
    return release(session, "3", request);
  }

  private String release(String session, String epoch, String request) {
    String[] keys = stage.lock().forRequests();
    return (String) stage.run(Script.RELEASE_LOCK, keys, session, epoch, request);
  }

  /** Sees that the second time the request is not found and nothing is changed. */
  private void assertAgainNotHolding(String session, String request, String after) {
    Map<String, String> before = stage.everything();
    assertThat(release(session, request)).isEqualTo("not-holding " + after);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void holderWithoutWaiters_leavesNothing() {
    stage.session("s").held("r", "s");
    assertThat(release("s", "r")).isEqualTo("released free");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s");
    assertAgainNotHolding("s", "r", "free");
  }

  @Test
  void holderWithWaiters_handsOnToTheFirst_byOneMessage() {
    stage.session("s").session("w").held("r", "s").waits("r1", "w").waits("r2", "w");
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(release("s", "r")).isEqualTo("released held");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2).toString())
          .matches("grant r1 [0-9]{16} others \\{hf:0}:l:n");
      assertThat(waiter.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.holder()).isEqualTo("r1 w");
    assertThat(stage.text(stage.record())).startsWith("w 0000000000000 ");
    assertThat(stage.field("{hf:0}:s", "#"))
        .isEqualTo(stage.text(stage.record()).substring(16, 32));
    assertThat(stage.queued()).containsExactly("r2");
    assertThat(stage.field(stage.waiters(), "r1")).isEqualTo("null");
    assertThat(stage.millisLeft(stage.record())).isBetween(86_000_000L, 86_400_000L);
    assertAgainNotHolding("s", "r", "held");
  }

  @Test
  void handingOn_raisesTheCounterEvenIfTheClockIsBehind() {
    stage.session("s").session("w").counter(4_000_000_000_000_000L);
    stage.held("r", "s").waitsFair("r1", "w");
    release("s", "r");
    assertThat(stage.text(stage.record())).startsWith("- 0000000000000 4000000000000001 r1 w ");
  }

  @Test
  void lastWaiter_isGrantedAndAlone() {
    stage.session("s").session("w").held("r", "s").waits("r1", "w");
    try (RawRedis waiter = stage.listener("w")) {
      release("s", "r");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2).toString()).contains(" alone ");
    }
    assertThat(stage.text(stage.record())).startsWith("- ");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n");
  }

  @Test
  void waiter_isRemoved_andTheHolderStays() {
    stage.session("s").session("h").held("r0", "h").waits("r1", "h").waits("r", "s");
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.queued()).containsExactly("r1");
    assertThat(stage.text(stage.record())).startsWith("w ");
    assertAgainNotHolding("s", "r", "held");
  }

  @Test
  void lastWaiter_isRemoved_andNobodyWaitsAnyMore() {
    stage.session("s").session("h").held("r0", "h").waits("r", "s");
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.text(stage.record())).startsWith("- ");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n");
  }

  @Test
  void requestThatIsUnknown_touchesNobodyElse() {
    stage.session("s").session("h").held("r0", "h").waits("r1", "s");
    assertAgainNotHolding("s", "r", "held");
    assertAgainNotHolding("s", "r0x", "held");
    assertAgainNotHolding("s", "", "held");
  }

  @Test
  void lockThatIsFree_isNotHolding() {
    stage.session("s");
    assertAgainNotHolding("s", "r", "free");
  }

  @Test
  void waiterBehindADeadHolder_isRemoved_andTheNextIsGranted() {
    stage.session("s").session("w").held("r0", "h").waits("r", "s").waitsFair("r1", "w");
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.holder()).isEqualTo("r1 w");
  }

  @Test
  void deadHolderWithoutWaiters_isClearedAway() {
    stage.session("s").held("r0", "h");
    assertThat(release("s", "r")).isEqualTo("not-holding free");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s");
  }

  @Test
  void whatHangsOnAnotherSessionOfOurs_isReleasedToo() {
    stage.session("s").session("older").held("r", "older");
    assertThat(release("s", "r")).isEqualTo("released free");
  }

  @Test
  void silentWaiters_arePassedOver_andIfNobodyListensTheLockWaitsForWhoAsks() {
    stage.session("s").session("silent").session("w").held("r", "s");
    stage.waits("r1", "silent").waits("r2", "silent").waits("r3", "w");
    try (RawRedis waiter = stage.listener("w")) {
      release("s", "r");
      assertThat(waiter.awaitPush(SOON)).isPresent();
    }
    assertThat(stage.holder()).isEqualTo("r3 w");
    assertThat(stage.queued()).containsExactly("r1", "r2");
    assertThat(release("w", "r3")).isEqualTo("released free");
    assertThat(stage.text(stage.record())).isEqualTo("w 0000000000000 0000000000000000   ");
    assertThat(stage.queued()).containsExactly("r1", "r2");
    assertAgainNotHolding("w", "r3", "free");
    assertThat(release("silent", "r1")).isEqualTo("released free");
    assertThat(release("silent", "r2")).isEqualTo("released free");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s");
  }

  @Test
  void fairWaiter_isNotPassedOver_butPassesOverOthers() {
    stage.session("s").session("silent").session("fair").session("w").held("r", "s");
    stage.waits("r1", "silent").waitsFair("r2", "fair").waits("r3", "w");
    try (RawRedis waiter = stage.listener("w")) {
      release("s", "r");
      assertThat(waiter.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.holder()).isEqualTo("r2 fair");
    assertThat(stage.queued()).containsExactly("r1", "r3");
  }

  @Test
  void manyDeadWaiters_areDroppedInSteps_byTheSameCall() {
    stage.session("s").session("w").held("r", "s");
    for (int i = 0; i < 150; i++) {
      stage.waits("dead-" + i, "h");
    }
    stage.waitsFair("r1", "w");
    assertThat(release("s", "r")).isEqualTo("released more");
    assertThat(stage.queued()).hasSize(51);
    assertThat(stage.text(stage.record())).isEqualTo("w 0000000000000 0000000000000000   ");
    assertThat(release("s", "r")).isEqualTo("not-holding held");
    assertThat(stage.holder()).isEqualTo("r1 w");
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("s").expired("over").held("r", "s").waits("r1", "s");
    Map<String, String> before = stage.everything();
    for (String request : List.of("r", "r1", "r2")) {
      assertThat(release(session, epoch, request)).isEqualTo(answer);
    }
    assertThat(stage.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noMemory_holderIsReleasedAndHandedOn(boolean waiters) {
    stage.session("s").session("w").held("r", "s");
    if (waiters) {
      stage.waitsFair("r1", "w");
    }
    stage.outOfMemory();
    assertThat(release("s", "r")).isEqualTo(waiters ? "released held" : "released free");
    assertThat(stage.holder()).isEqualTo(waiters ? "r1 w" : "nobody");
  }

  @Test
  void noMemory_waiterIsCancelled() {
    stage.session("s").session("h").held("r0", "h").waits("r", "s").outOfMemory();
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.text(stage.record())).startsWith("- ");
    assertThat(stage.queued()).isEmpty();
  }
}
