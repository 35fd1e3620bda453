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
class RebaseLockScriptTest {

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

  private String rebase(String session, String epoch, String request, String former) {
    String[] keys = stage.lock().forRebase();
    return (String) stage.run(Script.REBASE_LOCK, keys, session, epoch, request, former);
  }

  @Test
  void holder_isMovedWithItsSequence() {
    stage.session("fresh").session("old").held("r", "old").waits("r1", "old");
    assertThat(rebase("fresh", "3", "r", " x old ")).isEqualTo("held");
    assertThat(stage.text(stage.record()))
        .isEqualTo("w 0000000000000 0000000000000007 r fresh thread\tnote");
    assertThat(stage.millisLeft(stage.record())).isBetween(86_000_000L, 86_400_000L);
    Map<String, String> after = stage.everything();
    assertThat(rebase("fresh", "3", "r", " x old ")).isEqualTo("held");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void waiter_isMovedWithItsPlace() {
    stage.session("fresh").session("h").held("r0", "h").waitsFair("r", "old").waits("r1", "h");
    assertThat(rebase("fresh", "3", "r", " old ")).isEqualTo("queued");
    assertThat(stage.queued()).containsExactly("r", "r1");
    assertThat(stage.field(stage.waiters(), "r"))
        .isEqualTo("f fresh 1700000000000 all thread\tnote");
    Map<String, String> after = stage.everything();
    assertThat(rebase("fresh", "3", "r", " old ")).isEqualTo("queued");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void sharer_isMovedWithItsUnits() {
    stage.semaphore().permits(5).session("fresh").shares("r", "old", 3).shares("r1", "old", 1);
    assertThat(rebase("fresh", "3", "r", " old ")).isEqualTo("shared 3");
    assertThat(stage.field(stage.waiters(), "r"))
        .isEqualTo("h fresh 0000000000000007 3 0000000000000 thread\tnote");
    assertThat(stage.field(stage.waiters(), "r1")).startsWith("h old ");
    Map<String, String> after = stage.everything();
    assertThat(rebase("fresh", "3", "r", " old ")).isEqualTo("shared 3");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void sharerOfASessionThatIsNotFormer_isNotTouched() {
    stage.session("fresh").session("fresher").shares("r", "fresher", 1);
    assertUnchanged("missing", "fresh", "3", "r");
  }

  @ParameterizedTest
  @ValueSource(strings = {"r", "r1", "unknown"})
  void ofASessionThatIsNotFormer_isNotTouched(String request) {
    stage.session("fresh").session("fresher").held("r", "fresher").waits("r1", "fresher");
    assertUnchanged("missing", "fresh", "3", request);
  }

  @Test
  void idThatOnlyBeginsLikeAFormerOne_isNotTouched() {
    stage.session("fresh").held("r", "ol");
    assertUnchanged("missing", "fresh", "3", "r");
  }

  @Test
  void freeLock_isMissing() {
    stage.session("fresh");
    assertUnchanged("missing", "fresh", "3", "r");
  }

  @ParameterizedTest
  @CsvSource({"absent, 3, gone", "over, 3, gone", "fresh, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("fresh").expired("over").held("r", "old").waits("r1", "old");
    assertUnchanged(answer, session, epoch, "r");
    assertUnchanged(answer, session, epoch, "r1");
  }

  @Test
  void noMemory_isMovedAllTheSame() {
    stage.session("fresh").held("r", "old").waits("r1", "old").outOfMemory();
    assertThat(rebase("fresh", "3", "r", " old ")).isEqualTo("held");
    assertThat(rebase("fresh", "3", "r1", " old ")).isEqualTo("queued");
  }

  private void assertUnchanged(String answer, String session, String epoch, String request) {
    Map<String, String> before = stage.everything();
    assertThat(rebase(session, epoch, request, " old ")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }
}
