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
class AcknowledgeRevocationScriptTest {

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

  private String acknowledge(String session, String epoch, String request) {
    String[] keys = ScriptStage.KEYS.forSession();
    return (String) stage.run(Script.ACKNOWLEDGE_REVOCATION, keys, session, epoch, request);
  }

  @ParameterizedTest
  @CsvSource({"a, b c", "b, a c", "c, a b"})
  void note_isForgotten_othersStay_andTheSecondTimeNothingIsChanged(String one, String others) {
    stage.session("s").noted("s", "a 1 record by", "b 1 record by", "c 1 record by");
    assertThat(acknowledge("s", "3", one)).isEqualTo("acknowledged");
    assertThat(stage.notes("s").substring(13))
        .isEqualTo("\n" + others.replace(" ", " 1 record by\n") + " 1 record by");
    Map<String, String> before = stage.everything();
    assertThat(acknowledge("s", "3", one)).isEqualTo("acknowledged");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void lastNote_leavesNothing() {
    stage.session("s").noted("s", "a 1 record by");
    assertThat(acknowledge("s", "3", "a")).isEqualTo("acknowledged");
    assertThat(stage.notes("s")).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("s").expired("over").noted("s", "a 1 record by");
    Map<String, String> before = stage.everything();
    assertThat(acknowledge(session, epoch, "a")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_isForgottenAllTheSame() {
    stage.session("s").noted("s", "a 1 record by", "b 1 record by").outOfMemory();
    assertThat(acknowledge("s", "3", "a")).isEqualTo("acknowledged");
    assertThat(stage.notes("s")).endsWith("\nb 1 record by");
  }
}
