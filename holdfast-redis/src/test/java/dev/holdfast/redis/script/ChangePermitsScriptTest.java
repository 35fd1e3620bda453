package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisErrorException;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
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
class ChangePermitsScriptTest {

  private static final Duration SOON = Duration.ofSeconds(5);

  @Parameter RedisVersion version;

  private ScriptStage stage;

  @BeforeEach
  void open() {
    stage = ScriptStage.on(version.assumeAvailable()).semaphore().session("s");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private String change(String id, String action, int permits) {
    return change("s", "3", id, action, permits);
  }

  private String change(String session, String epoch, String id, String action, int permits) {
    String[] keys = stage.lock().forRequests();
    return (String)
        stage.run(
            Script.CHANGE_PERMITS, keys, session, epoch, id, action, Integer.toString(permits));
  }

  private void assertUnchanged(String answer, String id, String action, int permits) {
    Map<String, String> before = stage.everything();
    assertThat(change(id, action, permits)).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void set_isForGood_andOnce() {
    assertThat(change("c1", "set", 3)).isEqualTo("changed 3");
    assertThat(stage.text(stage.record())).isEqualTo("3 c1");
    assertThat(stage.millisLeft(stage.record())).isEqualTo(-1);
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:m:n");
    assertUnchanged("changed 3", "c1", "set", 3);
    assertUnchanged("already-set 3", "c2", "set", 7);
  }

  @Test
  void add_isDoneOnce_howeverOftenItCame() {
    change("c1", "set", 3);
    assertThat(change("c2", "add", 2)).isEqualTo("changed 5");
    assertUnchanged("changed 5", "c2", "add", 2);
    assertThat(change("c3", "add", -4)).isEqualTo("changed 1");
    assertUnchanged("changed 1", "c2", "add", 2);
    assertThat(stage.text(stage.record())).isEqualTo("1 c3 c2 c1");
  }

  @Test
  void hundredChanges_areKnownAgain() {
    change("first", "set", 0);
    for (int i = 1; i < 100; i++) {
      change("c" + i, "add", 1);
    }
    assertUnchanged("changed 99", "first", "set", 0);
    assertThat(change("c100", "add", 1)).isEqualTo("changed 100");
    assertThat(change("first", "set", 0)).isEqualTo("already-set 100");
    assertUnchanged("changed 100", "c1", "add", 1);
  }

  @Test
  void outOfRange_changesNothing() {
    change("c1", "set", 3);
    assertUnchanged("out-of-range 3", "c2", "add", -4);
    assertUnchanged("out-of-range 3", "c2", "add", Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"add, 1", "delete, 0"})
  void notSet_isTold(String action, int permits) {
    assertUnchanged("not-set", "c", action, permits);
  }

  @Test
  void more_serveThoseWhoWait() {
    stage.permits(1).session("w").shares("r", "s", 1).waits("r1", "w", 1).waits("r2", "w", 2);
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(change("c", "add", 2)).isEqualTo("changed 3");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2).toString())
          .matches("grants 1 others r1 [0-9]{16} \\{hf:0}:m:n");
    }
    assertThat(stage.sharers()).containsOnlyKeys("r", "r1");
    assertThat(stage.queued()).containsExactly("r2");
  }

  @Test
  void fewer_refuseThoseWhoAskForMore_oneMessageForEachClient() {
    stage.permits(3).session("w").session("v").shares("r", "s", 2);
    stage.waits("r1", "w", 3).waits("r2", "v", 2).waits("r3", "w", 3).waits("r4", "dead", 3);
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(change("c", "add", -1)).isEqualTo("changed 2");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2)).isEqualTo("refused r1 r3");
      assertThat(waiter.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.queued()).containsExactly("r2");
    assertThat(stage.sharers()).isEqualTo(Map.of("r", 2));
  }

  @Test
  void delete_refusesWhoWaits_andLeavesHolders() {
    stage.permits(3).session("w").shares("r", "s", 2).waits("r1", "w", 2);
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(change("c", "delete", 0)).isEqualTo("changed 0");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2)).isEqualTo("refused r1");
    }
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:mw:n", "{hf:0}:mh:n");
    assertThat(stage.sharers()).isEqualTo(Map.of("r", 2));
    assertUnchanged("not-set", "c", "delete", 0);
  }

  @Test
  void delete_refusesManyWhoWait_inSteps_andLeavesNobody() {
    stage.permits(0).session("w");
    for (int i = 0; i < 2300; i++) {
      stage.waits("r" + i, "w", 1);
    }
    assertThat(change("c", "delete", 0)).isEqualTo("more");
    assertThat(change("c", "delete", 0)).isEqualTo("more");
    assertThat(stage.queued()).hasSize(100);
    assertThat(change("c", "delete", 0)).isEqualTo("not-set");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s");
    assertUnchanged("not-set", "c", "delete", 0);
  }

  @Test
  void manyWhoWait_areServedInSteps_byTheSameChange() {
    stage.permits(0).session("w");
    for (int i = 0; i < 150; i++) {
      stage.waitsFair("r" + i, "w", 1);
    }
    assertThat(change("c", "add", 200)).isEqualTo("more");
    assertThat(stage.sharers()).hasSize(100);
    assertThat(change("c", "add", 200)).isEqualTo("changed 200");
    assertThat(stage.sharers()).hasSize(150);
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.expired("over").permits(3);
    Map<String, String> before = stage.everything();
    for (String action : new String[] {"set", "add", "delete"}) {
      assertThat(change(session, epoch, "c", action, 1)).isEqualTo(answer);
    }
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_changesAreRefused_deletionIsNot() {
    stage.permits(3).outOfMemory();
    assertThatThrownBy(() -> change("c", "add", 1))
        .isInstanceOf(RedisErrorException.class)
        .hasMessageContaining("OOM");
    assertThat(change("c", "delete", 0)).isEqualTo("changed 0");
  }
}
