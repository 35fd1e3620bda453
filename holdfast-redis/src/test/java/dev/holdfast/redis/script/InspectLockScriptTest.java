package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RedisVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class InspectLockScriptTest {

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

  private List<String> inspect(int skipped) {
    Map<String, String> before = stage.everything();
    Object answer =
        stage.run(Script.INSPECT_LOCK, stage.lock().forInspection(), Integer.toString(skipped));
    assertThat(stage.everything()).isEqualTo(before);
    return ((List<?>) answer).stream().map(String::valueOf).toList();
  }

  @Test
  void freeLock_hasNothing() {
    assertThat(inspect(0)).containsExactly("end", "2147483647");
  }

  @Test
  void holderAndWaiters_areToldInOrder() {
    stage.session("h").session("w", 5_000).held("r0", "h").waits("r1", "w").waitsFair("r2", "h");
    stage.redis().command("HSET", "{hf:0}:i", "h", "42 host client");
    List<String> told = inspect(0);
    assertThat(told).hasSize(14);
    assertThat(told.get(0)).isEqualTo("end");
    assertThat(Long.parseLong(told.get(2))).isBetween(15_000L, 20_000L);
    assertThat(told.subList(3, 6))
        .containsExactly(stage.text(stage.record()), "", "42 host client");
    assertThat(Long.parseLong(told.get(6))).isBetween(1_000L, 5_000L);
    assertThat(told.subList(7, 10)).containsExactly(stage.field(stage.waiters(), "r1"), "r1", "");
    assertThat(told.subList(11, 14))
        .containsExactly(stage.field(stage.waiters(), "r2"), "r2", "42 host client");
  }

  @Test
  void theDead_areNotShown() {
    stage.session("w").expired("over").held("r0", "over").waits("r1", "over").waits("r2", "w");
    assertThat(inspect(0)).hasSize(6).contains("r2");
    stage.held("r0", "w", stage.nowMillis() - 1);
    assertThat(inspect(0)).hasSize(6).contains("r2");
    stage.heldByNobody();
    assertThat(inspect(0)).hasSize(6).contains("r2");
  }

  @Test
  void longQueue_isToldInParts() {
    stage.session("h").held("r0", "h");
    for (int i = 0; i < 501; i++) {
      stage.waits("w" + i, "h");
    }
    List<String> first = inspect(0);
    assertThat(first).hasSize(2 + 4 * 501).startsWith("more").contains("w0", "w499");
    List<String> second = inspect(500);
    assertThat(second).hasSize(6).startsWith("end").contains("w500");
  }

  @Test
  void sharers_areToldBeforeWaiters_andInParts() {
    stage.session("s").session("w");
    for (int i = 0; i < 600; i++) {
      stage.shares("r" + i, i % 2 == 0 ? "s" : "gone", 1, 0, stage.nowMillis() + 1_000L * i);
    }
    stage.waits("w0", "w").waits("w1", "gone").waits("w2", "w", 1);
    List<String> first = inspect(0);
    assertThat(first).hasSize(2 + 4 * 250).startsWith("more", "2147483647");
    List<String> second = inspect(500);
    assertThat(second).hasSize(2 + 4 * 52).startsWith("end").doesNotContain("w1");
    assertThat(second.indexOf("w0")).isLessThan(second.indexOf("w2"));
    assertThat(inspect(601)).hasSize(2 + 4).contains("w2");
  }

  @Test
  void semaphore_tellsItsPermits() {
    stage.semaphore();
    assertThat(inspect(0)).containsExactly("end", "0");
    stage.permits(7).session("s").shares("r", "s", 3);
    assertThat(inspect(0)).startsWith("end", "7").contains(stage.field(stage.waiters(), "r"));
  }
}
