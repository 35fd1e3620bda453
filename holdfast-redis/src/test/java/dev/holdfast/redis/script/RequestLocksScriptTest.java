package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.testing.server.RedisErrorException;
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

/** Three locks: a, the lock of the stage, and z. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class RequestLocksScriptTest {

  private static final long SEQUENCE_MAX = (1L << 53) - 1;
  private static final List<String> LOCKS = List.of("a", ScriptStage.LOCK, "z");

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

  private static String record(String lock) {
    return ScriptStage.KEYS.lock(new ResourceId(ResourceKind.LOCK, lock)).record();
  }

  private String ask(String goal) {
    return ask("s", "3", goal, "0");
  }

  private String ask(String session, String epoch, String goal, String lease) {
    List<String> keys = new ArrayList<>(List.of(ScriptStage.KEYS.sessions()));
    List<String> arguments = new ArrayList<>(List.of(session, epoch, goal));
    for (String lock : LOCKS) {
      keys.add(record(lock));
      arguments.addAll(List.of("r-" + lock, lease, "thread\tnote"));
    }
    return (String)
        stage.run(
            Script.REQUEST_LOCKS, keys.toArray(String[]::new), arguments.toArray(String[]::new));
  }

  private static List<Long> sequences(String answer) {
    String[] words = answer.split(" ", -1);
    return List.of(words[words.length - 1].split(",", -1)).stream().map(Long::parseLong).toList();
  }

  @ParameterizedTest
  @CsvSource({"all", "some"})
  void free_areAllGranted_withSequencesInOrder(String goal) {
    stage.session("s");
    long before = stage.nowMillis();
    String answer = ask(goal);
    assertThat(answer).startsWith("all ");
    List<Long> sequences = sequences(answer);
    assertThat(sequences).hasSize(3).isSorted().doesNotHaveDuplicates();
    assertThat(sequences.get(0)).isBetween(before * 1000, (stage.nowMillis() + 1) * 1000);
    for (int i = 0; i < 3; i++) {
      assertThat(stage.text(record(LOCKS.get(i))))
          .isEqualTo(
              "- 0000000000000 %d r-%s s thread\tnote".formatted(sequences.get(i), LOCKS.get(i)));
      assertThat(stage.millisLeft(record(LOCKS.get(i)))).isBetween(86_000_000L, 86_400_000L);
    }
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo(Long.toString(sequences.get(2)));
    assertThat(stage.everything()).hasSize(4);
  }

  @Test
  void askedAgain_stopsAtItsOwn_andChangesNothing() {
    stage.session("s");
    ask("all");
    Map<String, String> after = stage.everything();
    assertThat(ask("all")).isEqualTo("used 1 -");
    assertThat(ask("some")).isEqualTo("used 1 -");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void lease_boundsEachOfThem() {
    stage.session("s");
    long before = stage.nowMillis();
    ask("s", "3", "all", "1500");
    for (String lock : LOCKS) {
      long bound = Long.parseLong(stage.text(record(lock)).substring(2, 15));
      assertThat(bound).isBetween(before + 1_500, stage.nowMillis() + 1_501);
    }
  }

  @Test
  void held_takesNone_ofAll_andThoseBefore_ofSome() {
    stage.session("s").session("o").held("theirs", "o");
    Map<String, String> before = stage.everything();
    assertThat(ask("all")).isEqualTo("held 2 -");
    assertThat(stage.everything()).isEqualTo(before);
    assertThat(ask("some")).matches("held 2 [0-9]{16}");
    assertThat(stage.text(record("a"))).contains("r-a s");
    assertThat(stage.text(record("z"))).isEqualTo("null");
    assertThat(stage.holder()).isEqualTo("theirs o");
  }

  @ParameterizedTest
  @CsvSource({"expired", "gone", "bounded", "nobody", "own"})
  void recordOfAnotherKind_isLeftToTheScriptThatKnowsIt(String kind) {
    stage.session("s");
    switch (kind) {
      case "expired" -> stage.expired("o").held("theirs", "o");
      case "gone" -> stage.held("theirs", "o");
      case "bounded" -> stage.session("o").held("theirs", "o", stage.nowMillis() - 1);
      case "nobody" -> stage.heldByNobody();
      default -> stage.held("r-" + ScriptStage.LOCK, "s");
    }
    Map<String, String> before = stage.everything();
    assertThat(ask("all")).isEqualTo("used 2 -");
    assertThat(stage.everything()).isEqualTo(before);
    assertThat(ask("some")).matches("used 2 [0-9]{16}");
  }

  @Test
  void counterAheadOfTheClock_isCountedOn() {
    stage.session("s").counter(4_000_000_000_000_000L);
    assertThat(sequences(ask("all")))
        .containsExactly(4_000_000_000_000_001L, 4_000_000_000_000_002L, 4_000_000_000_000_003L);
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo("4000000000000003");
  }

  @Test
  void lastSequencesThatLuaCanCount_areGrantedAndNoneAfterThem() {
    stage.session("s").counter(SEQUENCE_MAX - 3);
    assertThat(sequences(ask("all")).get(2)).isEqualTo(SEQUENCE_MAX);
    LOCKS.forEach(lock -> stage.redis().command("DEL", record(lock)));
    for (long counter = SEQUENCE_MAX - 2; counter <= SEQUENCE_MAX; counter++) {
      stage.counter(counter);
      Map<String, String> before = stage.everything();
      assertThat(ask("some")).isEqualTo("exhausted");
      assertThat(stage.everything()).isEqualTo(before);
    }
  }

  @Test
  void endedSession_isGone_andAnOlderConnectionStale_withoutEffect() {
    stage.expired("old").session("s");
    Map<String, String> before = stage.everything();
    assertThat(ask("old", "3", "all", "0")).isEqualTo("gone");
    assertThat(ask("unknown", "3", "all", "0")).isEqualTo("gone");
    assertThat(ask("s", "2", "all", "0")).isEqualTo("stale");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void withoutMemory_nothingIsGranted_andWhoIsHeldIsAnswered() {
    stage.session("s").session("o");
    Map<String, String> before = stage.everything();
    stage.outOfMemory();
    assertThatThrownBy(() -> ask("all"))
        .isInstanceOf(RedisErrorException.class)
        .hasMessageContaining("OOM");
    assertThat(stage.everything()).isEqualTo(before);
    stage.redis().command("CONFIG", "SET", "maxmemory", "0");
    stage.held("theirs", "o");
    stage.outOfMemory();
    assertThat(ask("all")).isEqualTo("held 2 -");
  }
}
