package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class RevokeLeaseScriptTest {

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

  private String revoke(String session, String note) {
    String[] keys = ScriptStage.KEYS.forSession();
    return (String) stage.run(Script.REVOKE_LEASE, keys, session, note);
  }

  @Test
  void liveSession_getsANote_andAMessageEachTime() {
    stage.session("s").held("r", "s");
    String record = stage.text(stage.record());
    try (RawRedis listening = stage.listener("s")) {
      long before = stage.nowMillis();
      assertThat(revoke("s", "r 7168 record by")).isEqualTo("noted");
      String notes = stage.notes("s");
      assertThat(notes).matches("[0-9]{13}\nr 7168 record by");
      assertThat(Long.parseLong(notes.substring(0, 13)))
          .isBetween(before + 86_400_000, stage.nowMillis() + 86_400_001);
      assertThat(revoke("s", "r 7168 record by")).isEqualTo("pending");
      assertThat(stage.notes("s")).isEqualTo(notes);
      for (int i = 0; i < 2; i++) {
        assertThat(listening.awaitPush(Duration.ofSeconds(10)).orElseThrow().toString())
            .contains("revoke r 7168 record by");
      }
    }
    assertThat(stage.text(stage.record())).isEqualTo(record);
  }

  @Test
  void noteAboutTheSameRequest_isReplaced_othersStay() {
    stage.session("s").noted("s", "a 1 record by", "r 1 record by", "b 1 record by");
    assertThat(revoke("s", "r * record by")).isEqualTo("noted");
    assertThat(stage.notes("s").substring(13))
        .isEqualTo("\na 1 record by\nb 1 record by\nr * record by");
  }

  @Test
  void requestThatOnlyEndsOrBeginsLikeAnother_isAnother() {
    stage.session("s").noted("s", "ar 1 record by", "ra 1 record by");
    assertThat(revoke("s", "r * record by")).isEqualTo("noted");
    assertThat(stage.notes("s").substring(13))
        .isEqualTo("\nar 1 record by\nra 1 record by\nr * record by");
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "over"})
  void sessionThatHasEnded_isGone_andNothingIsChanged(String session) {
    stage.session("s").expired("over");
    Map<String, String> before = stage.everything();
    assertThat(revoke(session, "r 7 record by")).isEqualTo("gone");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void moreNotesThanAreKept_areRefused() {
    stage.session("s").noted("s", "a 1 record " + "x".repeat(50_000));
    Map<String, String> before = stage.everything();
    assertThat(revoke("s", "r 7 record by")).isEqualTo("full");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_isNotedAllTheSame() {
    stage.session("s").outOfMemory();
    assertThat(revoke("s", "r 7 record by")).isEqualTo("noted");
    assertThat(stage.notes("s")).endsWith("\nr 7 record by");
  }
}
