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
class ExtendSessionScriptTest {

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

  private String extend(String session, String epoch) {
    String[] keys = ScriptStage.KEYS.forSession();
    return (String) stage.run(Script.EXTEND_SESSION, keys, session, epoch);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "4", "100"})
  void liveSession_isExtendedByItsFullTime_andKnowsTheConnection(String epoch) {
    stage.session("s", 5_000).counter(7);
    for (int i = 0; i < 2; i++) {
      long before = stage.nowMillis();
      assertThat(extend("s", epoch)).matches("extended [0-9]{13}");
      String entry = stage.field("{hf:0}:s", "s");
      assertThat(entry).matches("[0-9]{13} 0000030000 " + epoch);
      assertThat(Long.parseLong(entry.substring(0, 13)))
          .isBetween(before + 30_000, stage.nowMillis() + 30_001);
    }
    assertThat(stage.everything().get("{hf:0}:s")).startsWith("[#=0000000000000007, s=");
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 9, gone", "s, 2, stale"})
  void otherwise_nothingIsChanged(String session, String epoch, String answer) {
    stage.session("s").expired("over");
    Map<String, String> before = stage.everything();
    assertThat(extend(session, epoch)).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void epochsAreComparedAsNumbers() {
    stage.session("s");
    extend("s", "9");
    assertThat(extend("s", "10")).startsWith("extended ");
    assertThat(extend("s", "9")).isEqualTo("stale");
  }

  @Test
  void noMemory_isExtendedAllTheSame() {
    stage.session("s", 5_000).outOfMemory();
    assertThat(extend("s", "4")).startsWith("extended ");
    assertThat(stage.field("{hf:0}:s", "s")).endsWith(" 4");
  }
}
