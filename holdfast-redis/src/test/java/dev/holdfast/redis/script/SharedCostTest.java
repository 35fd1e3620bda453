package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RedisVersion;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server does for each step does not grow with the number of those who hold or wait. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class SharedCostTest {

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

  private void readers(int count) {
    stage.redis().command("FLUSHALL");
    for (int i = 0; i < count; i++) {
      stage.session("s" + i).shares("r" + i, "s" + i, 1);
    }
  }

  /** Calls of Redis inside a script, by name. */
  private Map<String, Long> calls(Script script, String... arguments) {
    stage.redis().resetStats();
    stage.run(script, stage.lock().forRequests(), arguments);
    Map<String, Long> calls = new TreeMap<>(stage.redis().commandStats());
    calls.keySet().removeIf(name -> name.matches("config.*|info|eval"));
    return calls;
  }

  private Map<String, Long> release(int reader) {
    return release("s" + reader, "r" + reader);
  }

  private Map<String, Long> release(String session, String request) {
    return calls(Script.RELEASE_LOCK, session, "3", request);
  }

  private Map<String, Long> ask(String session, String request, String units) {
    return calls(Script.REQUEST_LOCK, session, "3", request, "0", "wait", "", units);
  }

  private static long sum(Map<String, Long> calls) {
    return calls.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The figures of the table in {@code docs/protocol/redis.md}. */
  @Test
  void eachStep_makesTheCallsThatThePageNames() {
    stage.session("s");
    assertThat(sum(ask("s", "r1", "1"))).isEqualTo(15);
    assertThat(sum(ask("s", "r2", "1"))).isEqualTo(14);
    assertThat(sum(release("s", "r1"))).isEqualTo(10);
    assertThat(sum(release("s", "r2"))).isEqualTo(11);
    ask("s", "r3", "all");
    assertThat(sum(calls(Script.SHRINK_LOCK, "s", "3", "r3", "1"))).isEqualTo(11);
    stage.semaphore();
    assertThat(sum(calls(Script.CHANGE_PERMITS, "s", "3", "c1", "set", "5"))).isEqualTo(7);
    assertThat(sum(calls(Script.CHANGE_PERMITS, "s", "3", "c2", "add", "-1"))).isEqualTo(8);
    assertThat(sum(ask("s", "p", "2"))).isEqualTo(13);
  }

  @Test
  void releaseOfAReader_costsTheSame_howeverManyThereAre() {
    readers(2);
    Map<String, Long> few = release(1);
    readers(500);
    assertThat(release(250)).isEqualTo(few);
    readers(1);
    assertThat(sum(release(0))).isBetween(sum(few) - 1, sum(few) + 1);
  }

  @Test
  void releaseOfAReader_whileAWriterWaits_costsTheSame_howeverManyThereAre() {
    readers(2);
    stage.session("w").waitsFair("w", "w");
    Map<String, Long> few = release(1);
    readers(500);
    stage.session("w").waitsFair("w", "w");
    assertThat(release(250)).isEqualTo(few);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "all"})
  void queueing_costsTheSame_asTheThousandthAndAsTheSecond(String units) {
    readers(1);
    stage.session("w").waitsFair("w0", "w");
    Map<String, Long> second = ask("w", "w1", units);
    readers(500);
    stage.session("w");
    for (int i = 0; i < 999; i++) {
      stage.waitsFair("w" + i, "w");
    }
    assertThat(ask("w", "w999", units)).isEqualTo(second);
  }

  @Test
  void joiningReaders_costsTheSame_howeverManyThereAre() {
    readers(1);
    Map<String, Long> few = ask("s0", "x", "1");
    readers(500);
    assertThat(ask("s0", "x", "1")).isEqualTo(few);
  }

  @Test
  void handingOnToAWriter_costsTheSame_asIfAWriterHadHeldIt() {
    stage.session("s0").session("w").held("r0", "s0").waitsFair("w", "w");
    long between = sum(release(0));
    readers(1);
    stage.session("w").waitsFair("w", "w");
    assertThat(sum(release(0))).isBetween(between, between + 5);
  }
}
