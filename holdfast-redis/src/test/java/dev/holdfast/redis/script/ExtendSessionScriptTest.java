package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.testing.server.RedisVersion;
import java.util.ArrayList;
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
    String[] keys = ScriptStage.KEYS.forSession(List.of());
    return (String) stage.run(Script.EXTEND_SESSION, keys, session, epoch);
  }

  /** Extends session s, and looks after requests, each said to hold a lock. */
  private String look(String... requestsAndLocks) {
    List<ResourceId> locks = new ArrayList<>();
    List<String> arguments = new ArrayList<>(List.of("s", "3"));
    for (int i = 0; i < requestsAndLocks.length; i += 2) {
      arguments.add(requestsAndLocks[i]);
      locks.add(new ResourceId(ResourceKind.LOCK, requestsAndLocks[i + 1]));
    }
    String[] keys = ScriptStage.KEYS.forSession(locks);
    return (String) stage.run(Script.EXTEND_SESSION, keys, arguments.toArray(String[]::new));
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
  void held_isFound_andNothingOfItIsChanged() {
    stage.session("s").held("r", "s");
    String record = stage.text(stage.record());
    for (int i = 0; i < 2; i++) {
      assertThat(look("r", "n")).matches("extended [0-9]{13}");
    }
    assertThat(stage.text(stage.record())).isEqualTo(record);
  }

  @Test
  void deletedOrOverwritten_isToldByItsPlace() {
    stage.session("s").session("x").held("r", "s");
    assertThat(look("r0", "deleted", "r", "n", "r1", "deleted")).matches("extended [0-9]{13} 1 3");
    stage.held("r1", "x");
    assertThat(look("r", "n")).matches("extended [0-9]{13} 1");
    stage.held("rr", "s");
    assertThat(look("r", "n")).matches("extended [0-9]{13} 1");
    stage.heldByNobody();
    assertThat(look("r", "n")).as("not given to another yet").matches("extended [0-9]{13}");
  }

  @Test
  void aHundred_areLookedAfterInOneCall() {
    stage.session("s").held("r", "s");
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 99; i++) {
      all.addAll(List.of("r" + i, "deleted-" + i));
    }
    all.addAll(List.of("r", "n"));
    String answer = look(all.toArray(String[]::new));
    assertThat(answer.split(" ")).hasSize(2 + 99).endsWith("98", "99");
  }

  @Test
  void whatOperatorsHaveTakenAway_comesWithEveryAnswer() {
    stage.session("s").noted("s", "a 1 record by", "b * record by");
    for (int i = 0; i < 2; i++) {
      assertThat(extend("s", "3")).matches("extended [0-9]{13}\na 1 record by\nb \\* record by");
    }
    assertThat(stage.notes("s")).endsWith("\na 1 record by\nb * record by");
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
