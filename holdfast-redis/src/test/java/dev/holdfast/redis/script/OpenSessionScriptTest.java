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
class OpenSessionScriptTest {

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

  private String open(String session, String seen) {
    return (String)
        stage.run(
            Script.OPEN_SESSION,
            ScriptStage.KEYS.forOpening(),
            session,
            "5",
            seen,
            "30000",
            "42 host client",
            "1");
  }

  @Test
  void freshId_isOpened() {
    long before = stage.nowMillis();
    String answer = open("s", "0");
    assertThat(answer).matches("opened [0-9]{13}");
    assertThat(Long.parseLong(answer.substring(7))).isBetween(before, stage.nowMillis() + 1);
    assertThat(stage.field("{hf:0}:s", "s")).matches("[0-9]{13} 0000030000 5");
    long deadline = Long.parseLong(stage.field("{hf:0}:s", "s").substring(0, 13));
    assertThat(deadline).isBetween(before + 30_000, stage.nowMillis() + 30_001);
    assertThat(stage.field("{hf:0}:i", "s")).isEqualTo("42 host client");
    assertThat(stage.text("{hf:0}:v")).isEqualTo("1");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:i", "{hf:0}:v");
  }

  @Test
  void idThatExists_isNotOverwritten_evenIfItHasExpired() {
    stage.expired("over").session("s");
    Map<String, String> before = stage.everything();
    assertThat(open("over", "0")).isEqualTo("exists");
    assertThat(open("s", "9")).isEqualTo("exists");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void secondOpening_isRefused() {
    open("s", "0");
    Map<String, String> before = stage.everything();
    assertThat(open("s", "0")).isEqualTo("exists");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void anotherLayout_isRefused() {
    stage.redis().command("SET", "{hf:0}:v", "2");
    Map<String, String> before = stage.everything();
    assertThat(open("s", "0")).isEqualTo("layout 2");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1700000000000000, 1700000000000000",
    "1700000000000001, 1700000000000000, 1700000000000001",
    "9007199254740991, 1700000000000000, 9007199254740991",
  })
  void counter_isRaisedToWhatTheClientHasSeen(String seen, long counter, String expected) {
    stage.counter(counter);
    open("s", seen);
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo(expected);
  }

  @Test
  void missingCounter_isSetToWhatTheClientHasSeen() {
    open("s", "1700000000000000");
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo("1700000000000000");
  }

  @Test
  void sessionsThatHaveEnded_areRemovedInTheCourseOfOpenings_andNothingElse() {
    stage.counter(1).session("live");
    stage.redis().command("HSET", "{hf:0}:i", "live", "1 host a");
    for (int i = 0; i < 100; i++) {
      stage.expired("over-" + i).noted("over-" + i, "r 1 record by");
      stage.redis().command("HSET", "{hf:0}:i", "over-" + i, "1 host b");
    }
    for (int i = 0; i < 200; i++) {
      open("s" + i, "0");
      stage.redis().command("HDEL", "{hf:0}:s", "s" + i);
      stage.redis().command("HDEL", "{hf:0}:i", "s" + i);
    }
    assertThat(stage.everything().get("{hf:0}:i")).isEqualTo("[live=1 host a]");
    assertThat(stage.everything().get("{hf:0}:s")).matches("\\[#=0{15}1, live=[0-9 ]+]");
  }

  @Test
  void oneOpening_removesABoundedNumber() {
    for (int i = 0; i < 100; i++) {
      stage.expired("over-" + i);
    }
    open("s", "0");
    assertThat((Long) stage.redis().command("HLEN", "{hf:0}:s")).isEqualTo(81);
  }
}
