package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisErrorException;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
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

/** {@code request-lock} where several hold beside each other: readers, and permits. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class RequestSharedScriptTest {

  private static final Duration SOON = Duration.ofSeconds(5);

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

  private String ask(String session, String request, String units) {
    return ask(session, "3", request, "0", "wait", units);
  }

  private String ask(
      String session, String epoch, String request, String lease, String patience, String units) {
    String[] keys = stage.lock().forRequests();
    return (String)
        stage.run(
            Script.REQUEST_LOCK,
            keys,
            session,
            epoch,
            request,
            lease,
            patience,
            "thread\tnote",
            units);
  }

  private static long sequence(String shared) {
    assertThat(shared).matches("shared [0-9]{16} (alone|others) [0-9]+");
    return Long.parseLong(shared.split(" ", -1)[1]);
  }

  @Test
  void freeLock_isShared_andWhatIsWrittenLivesForADay() {
    stage.session("s");
    String answer = ask("s", "r", "1");
    String sequence = answer.split(" ", -1)[1];
    assertThat(answer).isEqualTo("shared " + sequence + " alone 1");
    assertThat(stage.text(stage.record())).isEqualTo("w 0000000000000 0000000000000000   ");
    assertThat(stage.field(stage.waiters(), "r"))
        .isEqualTo("h s " + sequence + " 1 0000000000000 thread\tnote");
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("1");
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo(sequence);
    for (String key : List.of(stage.record(), stage.waiters(), stage.holders())) {
      assertThat(stage.millisLeft(key)).isBetween(86_000_000L, 86_400_000L);
    }
    Map<String, String> after = stage.everything();
    assertThat(ask("s", "r", "1")).isEqualTo(answer);
    assertThat(stage.everything()).isEqualTo(after);
    assertThat(after).containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n", "{hf:0}:w:n", "{hf:0}:h:n");
  }

  @Test
  void sharedLock_isSharedFurther_withRisingSequences_butNotGivenAsAWhole() {
    stage.session("s").session("t");
    long first = sequence(ask("s", "r1", "1"));
    assertThat(sequence(ask("t", "r2", "3"))).isGreaterThan(first);
    assertThat(stage.sharers()).isEqualTo(Map.of("r1", 1, "r2", 3));
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("4");
    Map<String, String> before = stage.everything();
    assertThat(ask("s", "3", "r3", "0", "once", "all")).isEqualTo("refused");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void grantedAtOnce_withALease_isBounded_andOnce() {
    stage.session("s");
    long before = stage.nowMillis();
    ask("s", "3", "r", "1500", "once", "1");
    long bound = Long.parseLong(stage.field(stage.waiters(), "r").split(" ", 6)[4]);
    assertThat(bound).isBetween(before + 1_500, stage.nowMillis() + 1_501);
    Map<String, String> after = stage.everything();
    ask("s", "3", "r", "9000", "once", "1");
    assertThat(stage.everything()).isEqualTo(after);
  }

  @Test
  void heldAsAWhole_isQueuedWithItsUnits() {
    stage.session("s").session("h").held("r0", "h");
    assertThat(ask("s", "r", "1")).startsWith("queued 1 ");
    assertThat(stage.field(stage.waiters(), "r")).matches("- s [0-9]{13} 1 thread\tnote");
    assertThat(stage.text(stage.record())).startsWith("w ");
  }

  @Test
  void writerBehindReaders_tellsEachOfTheirClients_once_andAgain() {
    stage.session("s").session("a").session("b");
    stage.shares("r1", "a", 1).shares("r2", "b", 1).shares("r3", "a", 1);
    try (RawRedis writer = stage.listener("s");
        RawRedis a = stage.listener("a");
        RawRedis b = stage.listener("b")) {
      assertThat(ask("s", "r", "all")).matches("queued 1 (19|20)[0-9]{3}");
      assertThat(a.awaitPush(SOON).orElseThrow().get(2).toString()).matches("wait (r1 r3|r3 r1)");
      assertThat(b.awaitPush(SOON).orElseThrow().get(2)).isEqualTo("wait r2");
      assertThat(ask("s", "r", "all")).startsWith("queued 1 ");
      assertThat(b.awaitPush(SOON)).isPresent();
      assertThat(ask("b", "r4", "1")).startsWith("queued 2 ");
      assertThat(b.awaitPush(Duration.ofMillis(100))).isEmpty();
      assertThat(writer.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(ask("a", "r1", "1")).isEqualTo("shared 0000000000000007 others 1");
  }

  @Test
  void readerBehindAWriterThatListens_waits_andOneThatMayNotIsRefused() {
    stage.session("s").session("a").session("w").shares("r1", "a", 1).waits("r2", "w");
    try (RawRedis writer = stage.listener("w")) {
      Map<String, String> before = stage.everything();
      assertThat(ask("s", "3", "r", "0", "once", "1")).isEqualTo("refused");
      assertThat(stage.everything()).isEqualTo(before);
      assertThat(ask("s", "r", "1")).startsWith("queued 2 ");
      assertThat(writer.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
  }

  @Test
  void silentWriter_isPassedOver_unlessItIsFair() {
    stage.session("s").session("a").session("silent").shares("r1", "a", 1);
    stage.waits("r2", "silent");
    assertThat(ask("s", "r3", "1")).startsWith("shared ").endsWith(" others 1");
    assertThat(stage.queued()).containsExactly("r2");
    stage.waitsFair("r4", "silent");
    assertThat(ask("s", "r5", "1")).startsWith("queued 3 ");
  }

  @Test
  void deadReaders_giveWayToAWriter() {
    stage.session("s").expired("over").session("a");
    stage.shares("r1", "over", 1).shares("r2", "missing", 1);
    stage.shares("r3", "a", 1, stage.nowMillis() - 1, stage.nowMillis() - 1);
    assertThat(ask("s", "r", "all")).startsWith("granted ").endsWith(" alone");
    assertThat(stage.holder()).isEqualTo("r s");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n");
  }

  @Test
  void liveReader_keepsAWriterWaiting_untilItsOwnEnd() {
    stage.session("s").session("a", 7_000).session("b");
    stage.shares("r1", "missing", 1).shares("r2", "a", 1, 0, stage.nowMillis() - 5);
    stage.shares("r3", "b", 1, stage.nowMillis() + 9_000, stage.nowMillis() + 9_000);
    assertThat(ask("s", "r", "all")).matches("queued 1 (6[0-9]{3}|7000)");
    assertThat(stage.sharers()).containsOnlyKeys("r2", "r3");
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("2");
    String end = stage.redis().command("ZSCORE", stage.holders(), "r2").toString();
    assertThat((long) Double.parseDouble(end)).isGreaterThan(stage.nowMillis() + 5_000);
  }

  @Test
  void sharerOfASessionThatLivesLongerThanItsTtl_isCutToIt() {
    stage.session("s").session("a", 3_600_000);
    stage.shares("r1", "a", 1, 0, stage.nowMillis() + 3_600_000);
    assertThat(ask("s", "r", "all")).matches("queued 1 3000[01]");
    long deadline = Long.parseLong(stage.field("{hf:0}:s", "a").substring(0, 13));
    assertThat(deadline).isBetween(stage.nowMillis() + 20_000, stage.nowMillis() + 30_001);
  }

  @Test
  void deadWriter_isReplacedByTheReadersThatWait_andTheNewcomer() {
    stage.session("s").session("w").held("r0", "h").waits("r1", "w", 1).waits("r2", "w", 1);
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(ask("s", "r", "1")).startsWith("shared ").endsWith(" alone 1");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2).toString())
          .matches("grants 2 alone r1 [0-9]{16} r2 [0-9]{16} \\{hf:0}:l:n");
      assertThat(waiter.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.sharers()).containsOnlyKeys("r", "r1", "r2");
    assertThat(stage.queued()).isEmpty();
  }

  @Test
  void ownBoundThatHasPassed_isANewLease() {
    stage.session("s").shares("r", "s", 1, stage.nowMillis() - 1, stage.nowMillis() - 1);
    assertThat(sequence(ask("s", "r", "1"))).isGreaterThan(7);
    assertThat(stage.field(stage.waiters(), "#")).isEqualTo("1");
  }

  @Test
  void manyReadersBehindADeadWriter_areLetInInSteps() {
    stage.session("s").session("w").held("r0", "h");
    for (int i = 0; i < 150; i++) {
      stage.waitsFair("r" + i, "w", 1);
    }
    assertThat(ask("w", "r149", "1")).isEqualTo("more");
    assertThat(stage.sharers()).hasSize(100);
    assertThat(ask("w", "r149", "1")).startsWith("shared ").endsWith(" alone 1");
    assertThat(stage.sharers()).hasSize(150);
  }

  @Test
  void manyDeadReaders_areClearedAwayInSteps() {
    stage.session("s");
    List<String> ends = new ArrayList<>(List.of("ZADD", stage.holders()));
    List<String> texts = new ArrayList<>(List.of("HSET", stage.waiters(), "#", "1500"));
    for (int i = 0; i < 1_500; i++) {
      ends.addAll(List.of("1", "dead-" + i));
      texts.addAll(List.of("dead-" + i, "h gone-" + i + " 1 1 0000000000000 "));
    }
    stage.redis().command(ends.toArray(String[]::new));
    stage.redis().command(texts.toArray(String[]::new));
    stage.heldByNobody();
    assertThat(ask("s", "r", "all")).isEqualTo("more");
    assertThat(stage.sharers()).hasSize(500);
    assertThat(ask("s", "r", "all")).startsWith("granted ");
  }

  @Test
  void numberOfUnitsThatIsWrong_isSetRightWhenItMatters() {
    stage.session("s").heldByNobody();
    stage.redis().command("HSET", stage.waiters(), "#", "5");
    assertThat(ask("s", "r", "all")).startsWith("granted ");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n");
  }

  @Test
  void permits_areGivenWhileThereAreSome() {
    stage.semaphore().permits(3).session("s").session("t");
    assertThat(ask("s", "r1", "2")).startsWith("shared ").endsWith(" alone 2");
    try (RawRedis waiter = stage.listener("t")) {
      assertThat(ask("t", "r2", "2")).startsWith("queued 1 ");
      assertThat(ask("t", "3", "r3", "0", "once", "1")).isEqualTo("refused");
      assertThat(waiter.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.text(stage.record())).isEqualTo("3 change-0");
    assertThat(stage.millisLeft(stage.record())).isEqualTo(-1);
    assertThat(stage.everything())
        .containsOnlyKeys("{hf:0}:s", "{hf:0}:m:n", "{hf:0}:mq:n", "{hf:0}:mw:n", "{hf:0}:mh:n");
  }

  @Test
  void permits_whatIsFree_isTaken_orRefused() {
    stage.semaphore().permits(3).session("s").shares("r0", "dead", 1);
    assertThat(ask("s", "3", "r", "0", "once", "free")).endsWith(" alone 3");
    assertThat(ask("s", "3", "r", "0", "once", "free")).endsWith(" alone 3");
    assertThat(ask("s", "3", "r1", "0", "once", "free")).isEqualTo("refused");
    assertThat(stage.sharers()).isEqualTo(Map.of("r", 3));
  }

  @ParameterizedTest
  @CsvSource({"r, 4, too-large 3", "r, 2147483647, too-large 3", "w, 4, too-large 3"})
  void permits_moreThanThereAre_isNotWaitedFor(String request, String units, String answer) {
    stage.semaphore().permits(3).session("s").session("h").shares("r0", "h", 1);
    stage.waits("w", "s", 4);
    assertThat(ask("s", request, units)).isEqualTo(answer);
    assertThat(stage.queued()).isEmpty();
    assertThat(stage.everything())
        .containsOnlyKeys("{hf:0}:s", "{hf:0}:m:n", "{hf:0}:mw:n", "{hf:0}:mh:n");
  }

  @Test
  void permitsThatNobodySet_areToldAtOnce_withoutATrace() {
    stage.semaphore().session("s");
    Map<String, String> before = stage.everything();
    for (String units : List.of("1", "free")) {
      assertThat(ask("s", "r", units)).isEqualTo("not-set");
      assertThat(stage.everything()).isEqualTo(before);
    }
  }

  @Test
  void permitsThatWereDeleted_stayWithWhoHoldsThem() {
    stage.semaphore().session("s").shares("r", "s", 2);
    assertThat(ask("s", "r", "2")).isEqualTo("shared 0000000000000007 alone 2");
    assertThat(ask("s", "r1", "1")).isEqualTo("not-set");
  }

  @Test
  void waiterThatAsksForTooMuch_isDroppedAndTold_andTheNextIsServed() {
    stage.semaphore().permits(2).session("s").session("w").session("v");
    stage.waits("r1", "w", 3).waits("r2", "v", 1);
    try (RawRedis w = stage.listener("w");
        RawRedis v = stage.listener("v")) {
      assertThat(ask("s", "r", "1")).startsWith("shared ");
      assertThat(w.awaitPush(SOON).orElseThrow().get(2)).isEqualTo("refused r1");
      assertThat(v.awaitPush(SOON).orElseThrow().get(2).toString())
          .matches("grants 1 alone r2 [0-9]{16} \\{hf:0}:m:n");
    }
    assertThat(stage.sharers()).containsOnlyKeys("r", "r2");
  }

  @ParameterizedTest
  @CsvSource({"missing, 3, gone", "over, 3, gone", "s, 2, stale"})
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("s").expired("over").shares("r", "s", 1);
    Map<String, String> before = stage.everything();
    for (String request : List.of("r", "r1")) {
      assertThat(ask(session, epoch, request, "0", "wait", "1")).isEqualTo(answer);
    }
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_newRequestsAreRefused_holdersAndWaitersAnswered() {
    stage.session("s").session("w").shares("r1", "s", 1).waitsFair("r2", "w").outOfMemory();
    Map<String, String> before = stage.everything();
    for (String units : List.of("1", "all")) {
      assertThatThrownBy(() -> ask("s", "r", units))
          .isInstanceOf(RedisErrorException.class)
          .hasMessageContaining("OOM");
    }
    assertThat(ask("s", "r1", "1")).startsWith("shared ");
    assertThat(ask("w", "r2", "all")).startsWith("queued 1 ");
    assertThat(stage.everything()).isEqualTo(before);
  }
}
