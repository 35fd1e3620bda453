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

@ParameterizedClass
@EnumSource(RedisVersion.class)
class CloseSessionScriptTest {

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

  private String close(String session, String epoch) {
    return close(session, epoch, "");
  }

  private String close(String session, String epoch, String heir) {
    String[] keys = ScriptStage.KEYS.forClosing();
    return (String) stage.run(Script.CLOSE_SESSION, keys, session, epoch, heir);
  }

  @Test
  void openSession_isRemoved_andTheSecondTimeGone() {
    stage.session("s").session("other").held("r", "s");
    stage.redis().command("HSET", "{hf:0}:i", "s", "42 host client", "other", "1 host b");
    assertThat(close("s", "3")).isEqualTo("closed");
    assertThat(stage.field("{hf:0}:s", "s")).isEqualTo("null");
    assertThat(stage.everything().get("{hf:0}:i")).isEqualTo("[other=1 host b]");
    assertThat(stage.holder()).isEqualTo("r s");
    Map<String, String> before = stage.everything();
    assertThat(close("s", "3")).isEqualTo("gone");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void newerConnection_closesASessionThatItHasNotAttached() {
    stage.session("s");
    assertThat(close("s", "4")).isEqualTo("closed");
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void otherwise_nothingIsChanged(String session, String epoch, String answer) {
    stage.session("s").expired("over");
    Map<String, String> before = stage.everything();
    assertThat(close(session, epoch)).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void whatOperatorsHaveTakenAway_goesWithTheSession() {
    stage.session("s").noted("s", "a 1 record by");
    assertThat(close("s", "3")).isEqualTo("closed");
    assertThat(stage.everything().get("{hf:0}:s")).isNull();
  }

  @Test
  void whatOperatorsHaveTakenAway_isLeftToTheHeir() {
    stage.session("s").session("t").session("fresh").noted("s", "a 1 record by");
    stage.noted("t", "b 1 record by");
    assertThat(close("s", "3", "fresh")).isEqualTo("closed");
    assertThat(close("t", "3", "fresh")).isEqualTo("closed");
    assertThat(close("t", "3", "fresh")).isEqualTo("gone");
    assertThat(stage.notes("fresh")).matches("[0-9]{13}\na 1 record by\nb 1 record by");
    assertThat(stage.notes("s") + stage.notes("t")).isEqualTo("nullnull");
  }

  @Test
  void noMemory_isClosedAllTheSame() {
    stage.session("s").outOfMemory();
    assertThat(close("s", "3")).isEqualTo("closed");
  }
}
