package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisErrorException;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
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
class RequestLockScriptTest {

  private static final Duration SOON = Duration.ofSeconds(5);
  private static final long SEQUENCE_MAX = (1L << 53) - 1;

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

  private String ask(String session, String request, String patience) {
    return ask(session, "3", request, "0", patience);
  }

  private String ask(String session, String epoch, String request, String lease, String patience) {
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
            "all");
  }

  /** Asks twice, and sees that the second time nothing has changed and the answer is the same. */
  private String askTwice(String session, String request, String patience) {
    String answer = ask(session, request, patience);
    Map<String, String> after = stage.everything();
    assertThat(word(0, ask(session, request, patience))).isEqualTo(word(0, answer));
    assertThat(stage.everything()).isEqualTo(after);
    return answer;
  }

  private static String word(int index, String line) {
    return line.split(" ", -1)[index];
  }

  private static long sequence(String granted) {
    assertThat(granted).matches("granted [0-9]{16} (alone|others)");
    return Long.parseLong(word(1, granted));
  }

  @Test
  void free_isGranted_andTheRecordLivesForADay() {
    stage.session("s");
    long before = stage.nowMillis();
    String answer = askTwice("s", "r", "wait");
    assertThat(sequence(answer)).isBetween(before * 1000, (stage.nowMillis() + 1) * 1000);
    assertThat(stage.text(stage.record()))
        .isEqualTo("- 0000000000000 " + word(1, answer) + " r s thread\tnote");
    assertThat(stage.millisLeft(stage.record())).isBetween(86_000_000L, 86_400_000L);
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo(word(1, answer));
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n");
  }

  @Test
  void free_withALease_isBounded() {
    stage.session("s");
    long before = stage.nowMillis();
    ask("s", "3", "r", "1500", "once");
    long bound = Long.parseLong(stage.text(stage.record()).substring(2, 15));
    assertThat(bound).isBetween(before + 1_500, stage.nowMillis() + 1_501);
    String record = stage.text(stage.record());
    ask("s", "3", "r", "9000", "once");
    assertThat(stage.text(stage.record())).isEqualTo(record);
  }

  @Test
  void counterAheadOfTheClock_isCountedOn() {
    stage.session("s").counter(4_000_000_000_000_000L);
    assertThat(sequence(ask("s", "r", "wait"))).isEqualTo(4_000_000_000_000_001L);
    assertThat(stage.field("{hf:0}:s", "#")).isEqualTo("4000000000000001");
  }

  @Test
  void lastSequenceThatLuaCanCount_isGrantedAndNoneAfterIt() {
    stage.session("s").counter(SEQUENCE_MAX - 1);
    assertThat(sequence(ask("s", "r", "wait"))).isEqualTo(SEQUENCE_MAX);
    stage.redis().command("DEL", stage.record());
    Map<String, String> before = stage.everything();
    assertThat(ask("s", "r2", "wait")).isEqualTo("exhausted");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void heldByAnother_isQueuedOnce_andTheHolderIsTold() {
    stage.session("s").session("h").held("r0", "h");
    try (RawRedis holder = stage.listener("h")) {
      String answer = ask("s", "r", "wait");
      assertThat(answer).matches("queued 1 (19|20)[0-9]{3}");
      assertThat(holder.awaitPush(SOON).orElseThrow())
          .isEqualTo(List.of("message", "{hf:0}:c:h", "wait r0"));
      Map<String, String> after = stage.everything();
      assertThat(ask("s", "r", "wait")).startsWith("queued 1 ");
      assertThat(stage.everything()).isEqualTo(after);
      assertThat(holder.awaitPush(SOON)).isPresent();
    }
    assertThat(stage.text(stage.record()))
        .isEqualTo("w 0000000000000 0000000000000007 r0 h thread\tnote");
    assertThat(stage.field(stage.waiters(), "r")).matches("- s [0-9]{13} all thread\tnote");
    assertThat(stage.millisLeft(stage.queue())).isBetween(86_000_000L, 86_400_000L);
    assertThat(stage.millisLeft(stage.waiters())).isBetween(86_000_000L, 86_400_000L);
  }

  @Test
  void behindAnotherWaiter_isQueuedBehindIt_andNobodyIsTold() {
    stage.session("s").session("h").held("r0", "h").waits("r1", "h");
    try (RawRedis holder = stage.listener("h")) {
      assertThat(askTwice("s", "r", "fair")).startsWith("queued 2 ");
      assertThat(holder.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.queued()).containsExactly("r1", "r");
    assertThat(stage.field(stage.waiters(), "r")).startsWith("f s ");
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void mayNotWait_isRefusedWithoutATrace(boolean queue) {
    stage.session("s").session("h").held("r0", "h");
    if (queue) {
      stage.waits("r1", "h");
    }
    Map<String, String> before = stage.everything();
    assertThat(ask("s", "r", "once")).isEqualTo("refused");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void holderWithABoundLease_tellsTheShorterTime() {
    stage.session("s").session("h").held("r0", "h", stage.nowMillis() + 5_000);
    assertThat(ask("s", "r", "wait")).matches("queued 1 (49[0-9]{2}|5000)");
  }

  @Test
  void holderOfAnExpiredSession_isReplaced() {
    stage.session("s").expired("h").held("r0", "h");
    assertThat(askTwice("s", "r", "once")).endsWith(" alone");
    assertThat(stage.holder()).isEqualTo("r s");
  }

  @Test
  void holderOfAMissingSession_isReplaced() {
    stage.session("s").held("r0", "h");
    askTwice("s", "r", "wait");
    assertThat(stage.holder()).isEqualTo("r s");
  }

  @Test
  void holderWhoseBoundHasPassed_isReplaced_andMayAskAnew() {
    stage.session("s").session("h").held("r0", "h", stage.nowMillis() - 1);
    assertThat(ask("h", "r0", "wait")).startsWith("granted ");
    stage.held("r0", "h", stage.nowMillis() - 1);
    assertThat(ask("s", "r", "wait")).startsWith("granted ");
    assertThat(stage.holder()).isEqualTo("r s");
  }

  @Test
  void deadHolder_withAWaiter_isReplacedByTheWaiterAndNotByTheNewcomer() {
    stage.session("s").session("w").held("r0", "h").waits("r1", "w");
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(ask("s", "r", "wait")).startsWith("queued 1 ");
      assertThat(stage.holder()).isEqualTo("r1 w");
      String granted = waiter.awaitPush(SOON).orElseThrow().get(2).toString();
      assertThat(granted).matches("grant r1 [0-9]{16} alone \\{hf:0}:l:n");
      assertThat(waiter.awaitPush(SOON).orElseThrow().get(2)).isEqualTo("wait r1");
    }
    assertThat(stage.queued()).containsExactly("r");
    assertThat(stage.text(stage.record())).startsWith("w ");
  }

  @Test
  void deadHolder_andTheAskerIsNext_isGrantedByTheAnswerAlone() {
    stage.session("s").session("w").held("r0", "h").waits("r", "s").waits("r1", "w");
    try (RawRedis asker = stage.listener("s")) {
      assertThat(ask("s", "r", "wait")).startsWith("granted ").endsWith(" others");
      assertThat(asker.awaitPush(Duration.ofMillis(100))).isEmpty();
    }
    assertThat(stage.holder()).isEqualTo("r s");
    assertThat(stage.queued()).containsExactly("r1");
    assertThat(stage.field(stage.waiters(), "r")).isEqualTo("null");
  }

  @Test
  void waiterThatIsSilent_isPassedOverAndKeepsItsPlace() {
    stage.session("s").session("silent").held("r0", "h").waits("r1", "silent").waits("r", "s");
    assertThat(ask("s", "r", "wait")).startsWith("granted ").endsWith(" others");
    assertThat(stage.queued()).containsExactly("r1");
  }

  @Test
  void fairWaiterThatIsSilent_isNotPassedOver() {
    stage.session("s").session("silent").held("r0", "h").waitsFair("r1", "silent").waits("r", "s");
    assertThat(ask("s", "r", "wait")).startsWith("queued 1 ");
    assertThat(stage.holder()).isEqualTo("r1 silent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"once", "wait", "fair"})
  void onlySilentWaiters_theAskerIsGranted_andTheyKeepTheirPlaces(String patience) {
    stage.session("s").session("a").session("b");
    stage.held("r0", "h").waits("r1", "dead").waits("r2", "a").waits("r3", "b");
    assertThat(askTwice("s", "r", patience)).endsWith(" others");
    assertThat(stage.holder()).isEqualTo("r s");
    assertThat(stage.text(stage.record())).startsWith("w 0000000000000 ");
    assertThat(stage.queued()).containsExactly("r2", "r3");
    assertThat(stage.everything().get(stage.waiters())).doesNotContain("r1");
  }

  @Test
  void silentWaiterThatAsks_isGranted_behindAnotherOneOfItsOwnSession() {
    stage.session("s").heldByNobody().waits("r1", "s").waits("r", "s");
    assertThat(askTwice("s", "r", "wait")).endsWith(" others");
    assertThat(stage.holder()).isEqualTo("r s");
    assertThat(stage.queued()).containsExactly("r1");
  }

  @Test
  void fairWaiter_isNotPassedOver_behindAnotherOneOfItsOwnSession() {
    stage.session("s").session("silent").heldByNobody();
    stage.waits("r1", "silent").waitsFair("r2", "silent").waits("r", "s");
    assertThat(ask("s", "r", "wait")).startsWith("queued 2 ");
    assertThat(stage.holder()).isEqualTo("r2 silent");
    assertThat(stage.queued()).containsExactly("r1", "r");
  }

  @Test
  void moreThanAHundredSilentWaiters_theFirstIsGranted() {
    stage.session("s").session("silent").heldByNobody();
    for (int i = 0; i < 101; i++) {
      stage.waits("r" + i, "silent");
    }
    assertThat(ask("s", "r", "once")).isEqualTo("refused");
    assertThat(stage.holder()).isEqualTo("r0 silent");
    assertThat(stage.queued()).hasSize(100);
  }

  @Test
  void manyDeadWaiters_areDroppedInSteps() {
    stage.session("s").held("r0", "h");
    for (int i = 0; i < 250; i++) {
      stage.waits("dead-" + i, "h");
    }
    assertThat(ask("s", "r", "wait")).isEqualTo("more");
    assertThat(stage.queued()).hasSize(150);
    assertThat(stage.text(stage.record())).isEqualTo("w 0000000000000 0000000000000000   ");
    assertThat(ask("s", "r", "wait")).isEqualTo("more");
    assertThat(ask("s", "r", "wait")).startsWith("granted ").endsWith(" alone");
    assertThat(stage.everything()).containsOnlyKeys("{hf:0}:s", "{hf:0}:l:n");
  }

  @Test
  void queueWhoseLockNobodyHolds_isGoneOnWith() {
    stage.session("s").session("w").heldByNobody().waits("r1", "w");
    try (RawRedis waiter = stage.listener("w")) {
      assertThat(ask("s", "r", "once")).isEqualTo("refused");
      assertThat(waiter.awaitPush(SOON)).isPresent();
    }
    assertThat(stage.holder()).isEqualTo("r1 w");
  }

  @Test
  void sessionThatLivesLongerThanItsTtl_isCutToIt() {
    stage.session("s").session("h", 3_600_000).held("r0", "h");
    assertThat(ask("s", "r", "wait")).isEqualTo("queued 1 30000");
    long deadline = Long.parseLong(stage.field("{hf:0}:s", "h").substring(0, 13));
    assertThat(deadline).isBetween(stage.nowMillis() + 20_000, stage.nowMillis() + 30_001);
  }

  @ParameterizedTest
  @CsvSource({
    "missing, 3, gone",
    "over, 3, gone",
    "s, 2, stale",
  })
  void callerThatMayNot_changesNothing(String session, String epoch, String answer) {
    stage.session("s").expired("over").session("h").waits("r1", "h");
    Map<String, String> before = stage.everything();
    for (String request : List.of("r", "r1")) {
      assertThat(ask(session, epoch, request, "0", "wait")).isEqualTo(answer);
    }
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_newRequestsAreRefused_holdersAndWaitersAnswered() {
    stage.session("s").session("h").held("r0", "h").waits("r1", "s").outOfMemory();
    Map<String, String> before = stage.everything();
    assertThatThrownBy(() -> ask("s", "r", "wait"))
        .isInstanceOf(RedisErrorException.class)
        .hasMessageContaining("OOM");
    assertThat(ask("h", "r0", "wait")).isEqualTo("granted 0000000000000007 others");
    assertThat(ask("s", "r1", "wait")).startsWith("queued 1 ");
    assertThat(ask("s", "r2", "once")).isEqualTo("refused");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_freeLock_isRefusedWithoutATrace() {
    stage.session("s").outOfMemory();
    Map<String, String> before = stage.everything();
    assertThatThrownBy(() -> ask("s", "r", "wait"))
        .isInstanceOf(RedisErrorException.class)
        .hasMessageContaining("OOM");
    assertThat(stage.everything()).isEqualTo(before);
  }

  @Test
  void noMemory_deadHolder_isReplacedByWhoWaits() {
    stage.session("s").held("r0", "h").waits("r", "s").outOfMemory();
    assertThat(ask("s", "r", "wait")).startsWith("granted ").endsWith(" alone");
    assertThat(stage.holder()).isEqualTo("r s");
  }
}
