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

/** {@code release-lock} where several hold beside each other: readers, and permits. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class ReleaseSharedScriptTest {

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

  private void assertAgainNotHolding(String session, String request, String after) {
    Map<String, String> before = stage.everything();
    assertThat(release(session, request)).isEqualTo("not-holding " + after);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void lastReader_leavesNothing() {
    stage.session("s").shares("r", "s", 1);
    assertThat(release("s", "r")).isEqualTo("released free");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s");
    assertAgainNotHolding("s", "r", "free");
  }

  @Test
  void oneOfTheReaders_leavesTheOthers() {
    stage.session("s").shares("r", "s", 1).shares("r1", "s", 1);
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.sharers()).isEqualTo(Map.of("r1", 1));
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("1");
    assertAgainNotHolding("s", "r", "held");
  }

  @Test
  void lastReader_handsOnToAWriter_asOneDoesFromWriterToWriter() {
    stage.session("s").session("w").shares("r", "s", 1).waits("r1", "w").waits("r2", "w", 1);
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(release("s", "r")).isEqualTo("released held");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2).toString())
          .matches("grant r1 [0-9]{16} others \\{hf:0}:l:n");
    }
    assertThat(stage.holder()).isEqualTo("r1 w");
    assertThat(stage.queued()).containsExactly("r2");
    assertThat(stage.everything())
        .containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n", "{hf:0}:q:n", "{hf:0}:w:n");
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("null");
  }

  @Test
  void writer_handsOnToTheReadersAtTheHead_oneMessageForEachClient() {
    stage.session("s").session("a").session("b").held("r", "s");
    stage.waits("r1", "a", 1).waits("r2", "b", 1).waits("r3", "a", 1);
    stage.waits("r4", "b").waits("r5", "a", 1);
    try (RawRedis a = stage.listener("a");
        RawRedis b = stage.listener("b")) {
      assertThat(release("s", "r")).isEqualTo("released held");
      assertThat(a.awaitPush(SOON).orElseThrow().get(2).toString())
          .matches("grants 2 others r1 [0-9]{16} r3 [0-9]{16} \\{hf:0}:l:n");
      assertThat(b.awaitPush(SOON).orElseThrow().get(2).toString())
          .matches("grants 1 others r2 [0-9]{16} \\{hf:0}:l:n");
      assertThat(a.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.sharers()).containsOnlyKeys("r1", "r2", "r3");
    assertThat(stage.queued()).containsExactly("r4", "r5");
    String last = stage.field(stage.waiters(), "r3").split(" ", 6)[2];
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo(last);
    assertThat(stage.text(stage.record())).isEqualTo("w 0000000000000 0000000000000000   ");
  }

  @Test
  void silentReaders_arePassedOver_andWhatIsFreeWaitsForWhoAsks() {
    stage.session("s").session("silent").session("a").held("r", "s");
    stage.waits("r1", "silent", 1).waits("r2", "a", 1).waits("r3", "silent", 1);
    try (RawRedis a = stage.listener("a")) {
      release("s", "r");
      assertThat(a.awaitPush(SOON)).isPresent();
    }
    assertThat(stage.sharers()).containsOnlyKeys("r2");
    assertThat(release("a", "r2")).isEqualTo("released free");
    assertThat(stage.text(stage.record())).isEqualTo("w 0000000000000 0000000000000000   ");
    assertThat(stage.queued()).containsExactly("r1", "r3");
  }

  @Test
  void cancelledWriter_letsTheReadersBehindItIn() {
    stage.session("s").session("a").shares("r0", "a", 1).waits("r", "s").waitsFair("r1", "a", 1);
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.sharers()).containsOnlyKeys("r0", "r1");
  }

  @Test
  void boundThatHasPassed_isNotHolding_andLeavesNothing() {
    stage.session("s").shares("r", "s", 1, stage.nowMillis() - 1, stage.nowMillis() - 1);
    assertThat(release("s", "r")).isEqualTo("not-holding free");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s");
  }

  @Test
  void requestThatIsUnknown_touchesNobodyElse() {
    stage.session("s").session("w").shares("r0", "s", 1).waitsFair("r1", "w");
    assertThat(release("s", "x")).isEqualTo("not-holding held");
    assertAgainNotHolding("s", "x", "held");
    assertAgainNotHolding("s", "", "held");
    assertThat(stage.sharers()).containsOnlyKeys("r0");
    assertThat(stage.queued()).containsExactly("r1");
  }

  @Test
  void permits_goToThoseForWhomTheyAreEnough_inOrder() {
    stage.semaphore().permits(4).session("s").session("w");
    stage.shares("r", "s", 3).shares("r0", "s", 1);
    stage.waitsFair("r1", "w", 2).waitsFair("r2", "w", 2).waitsFair("r3", "w", 1);
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.sharers()).isEqualTo(Map.of("r0", 1, "r1", 2));
    assertThat(stage.queued()).containsExactly("r2", "r3");
    assertThat(release("s", "r0")).isEqualTo("released held");
    assertThat(stage.sharers()).isEqualTo(Map.of("r1", 2, "r2", 2));
    assertThat(stage.text(stage.record())).isEqualTo("4 change-0");
  }

  @Test
  void permitsAfterAReduction_areGivenToNobodyUntilItFits() {
    stage.semaphore().permits(1).session("s").session("w");
    stage.shares("r", "s", 1).shares("r0", "s", 1).waitsFair("r1", "w", 1);
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.queued()).containsExactly("r1");
    release("s", "r0");
    assertThat(stage.sharers()).isEqualTo(Map.of("r1", 1));
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("s").expired("over").shares("r", "s", 1).waits("r1", "s", 1);
    Map<String, String> before = stage.everything();
    for (String request : List.of("r", "r1", "r2")) {
      assertThat(release(session, epoch, request)).isEqualTo(answer);
    }
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_readersAreReleasedAndHandedOn() {
    stage.session("s").session("w").shares("r", "s", 1).waitsFair("r1", "w").outOfMemory();
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.holder()).isEqualTo("r1 w");
  }

  @Test
  void noMemory_permitsAreReleasedAndHandedOn() {
    stage.semaphore().permits(1).session("s").session("w");
    stage.shares("r", "s", 1).waitsFair("r1", "w", 1).outOfMemory();
    assertThat(release("s", "r")).isEqualTo("released held");
    assertThat(stage.sharers()).containsOnlyKeys("r1");
  }
}
