package dev.holdfast.testing.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testing.history.HistoryEvent.Outcome;
import dev.holdfast.testing.history.Violation.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of violation is planted and must be found, and nothing else. */
class HistoryCheckerTest {

  private static final String LEASE_OF_A =
      """
      100 REQUEST main lock 1 0 - .
      110 OUTCOME main lock 1 50 GRANTED .
      110 ENTER main lock 1 50 - .
      150 HELD main lock 1 50 - .
      """;

  private static final String END = "999 END main - 0 0 - .\n";

  @TempDir Path folder;

  private void log(String client, String... parts) throws IOException {
    Files.writeString(folder.resolve(client + ".log"), String.join("", parts));
  }

  private HistoryReport check(String... killed) {
    return HistoryChecker.check(folder, Set.of(killed));
  }

  private static String lease(int request, long asked, long entered, long held, long token) {
    return """
        %2$d REQUEST t lock %1$d 0 - .
        %3$d OUTCOME t lock %1$d %5$d GRANTED .
        %3$d ENTER t lock %1$d %5$d - .
        %4$d HELD t lock %1$d %5$d - .
        """
        .formatted(request, asked, entered, held, token);
  }

  private void assertViolates(Rule rule, String... mentioned) {
    HistoryReport report = check();
    assertThat(report.violations()).extracting(Violation::rule).containsOnly(rule);
    assertThat(report.violations().toString()).contains(mentioned);
    assertThatThrownBy(report::assertClean)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(rule.name());
  }

  @Test
  void oneAfterTheOther_isClean() throws IOException {
    log("a", LEASE_OF_A, "160 LEAVE main lock 1 50 RELEASED .\n", END);
    log("b", lease(1, 90, 161, 170, 51), "175 LOST t lock 1 51 - .\n", END);

    HistoryReport report = check().assertClean();

    assertThat(report.requests()).isEqualTo(2);
    assertThat(report.confirmedLeases()).isEqualTo(2);
    assertThat(report.outcomes()).containsEntry(Outcome.GRANTED, 2L);
  }

  @Test
  void unknownTokens_areCheckedForExclusionOnly() throws IOException {
    log("a", LEASE_OF_A, "160 LEAVE main lock 1 50 RELEASED .\n", END);
    log("b", lease(1, 90, 161, 170, -1), lease(2, 180, 190, 200, -1), END);
    check().assertClean();

    log("c", lease(1, 90, 165, 166, -1), END);

    assertViolates(Rule.EXCLUSION, "b:3 to b:4", "c:3 to c:4");
  }

  @Test
  void overlap_isFound_withItsLines() throws IOException {
    log("a", LEASE_OF_A, END);
    log("b", lease(1, 90, 149, 200, 51), END);

    assertViolates(Rule.EXCLUSION, "a:3 to a:4", "b:3 to b:4");
  }

  @Test
  void overlap_withOneThatIsNotItsNeighbour_isFound() throws IOException {
    log("a", lease(1, 0, 100, 1000, 50), END);
    log("b", lease(1, 0, 2000, 2100, 52), END);
    log("c", lease(1, 0, 1500, 1600, 51), lease(2, 0, 999, 1001, 53), END);

    HistoryReport report = check();

    assertThat(report.violations()).extracting(Violation::rule).contains(Rule.EXCLUSION);
    assertThat(report.violations().toString()).contains("a:3 to a:4", "c:7 to c:8");
  }

  @Test
  void overlap_upToAConfirmedRelease_isFound() throws IOException {
    log("a", LEASE_OF_A, "160 LEAVE main lock 1 50 RELEASED .\n", END);
    log("b", lease(1, 90, 155, 200, 51), END);

    assertViolates(Rule.EXCLUSION, "a:3 to a:5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOST", "UNKNOWN"})
  void otherLocks_andTimeAfterTheLastProof_doNotCount(String ending) throws IOException {
    log("a", LEASE_OF_A, "300 LEAVE main lock 1 50 " + ending + " .\n", END);
    log("b", lease(1, 90, 155, 200, 51), END);
    log("c", lease(1, 90, 120, 140, 7).replace("lock", "other"), END);

    check().assertClean();
  }

  @Test
  void neverConfirmed_provesNothing() throws IOException {
    log("a", LEASE_OF_A, END);
    log("b", lease(1, 90, 120, 130, 49).replace("HELD", "LOST"), END);

    assertThat(check().assertClean().confirmedLeases()).isEqualTo(1);
  }

  @Test
  void tokenFallsInOrderOfEntering_isFound() throws IOException {
    log("a", LEASE_OF_A, END);
    log("b", lease(1, 90, 200, 210, 49), END);

    assertViolates(Rule.TOKEN_RISING, "entered later with a lower token", "a:3", "b:3");
  }

  @Test
  void tokenOfALaterRequestIsLower_isFound_evenUnconfirmed() throws IOException {
    log("a", lease(1, 0, 10, 20, 50).replace("HELD", "LOST"), END);
    log("b", lease(1, 30, 40, 50, 49).replace("HELD", "LOST"), END);

    assertViolates(Rule.TOKEN_RISING, "asked for later and has a lower token", "a:3", "b:3");
  }

  @Test
  void tokenTwice_isFound() throws IOException {
    log("a", LEASE_OF_A, END);
    log("b", lease(1, 90, 200, 210, 50), END);

    assertViolates(Rule.TOKEN_UNIQUE, "a:3", "b:3");
  }

  @Test
  void tokenBelowOne_isFound() throws IOException {
    log("a", lease(1, 90, 200, 210, 0), END);

    assertViolates(Rule.TOKEN_UNIQUE, "a:3");
  }

  @Test
  void noOutcome_isFound() throws IOException {
    log("a", "100 REQUEST main lock 1 0 - .\n", END);

    assertViolates(Rule.ONE_OUTCOME, "a:1", "no outcome");
  }

  @Test
  void twoOutcomes_areFound() throws IOException {
    log("a", LEASE_OF_A, "160 OUTCOME main lock 1 50 NOT_IN_TIME .\n", END);

    assertViolates(Rule.ONE_OUTCOME, "a:5", "second outcome");
  }

  @Test
  void heldAfterLoss_isFound() throws IOException {
    log("a", LEASE_OF_A, "160 LOST main lock 1 50 - .\n", "170 HELD main lock 1 50 - .\n", END);

    assertViolates(Rule.LOSS_IS_FINAL, "a:5", "a:6");
  }

  @Test
  void releasedAfterLoss_isFound() throws IOException {
    log(
        "a",
        LEASE_OF_A,
        "160 LOST main lock 1 50 - .\n",
        "170 LEAVE main lock 1 50 RELEASED .\n",
        END);

    assertViolates(Rule.LOSS_IS_FINAL, "a:5", "a:6");
  }

  @Test
  void eventsOutOfOrder_areFound() throws IOException {
    log("a", "100 HELD main lock 1 50 - .\n", END);
    log("b", "100 REQUEST main lock 1 0 - .\n", "110 OUTCOME main lock 1 50 GRANTED .\n", END);

    HistoryReport report = check();

    assertThat(report.violations()).extracting(Violation::rule).contains(Rule.ORDER);
    assertThat(report.toString()).contains("without a request").contains("never entered");
  }

  @Test
  void anotherTokenInTheMiddle_isFound() throws IOException {
    log("a", LEASE_OF_A, "160 HELD main lock 1 51 - .\n", END);

    assertViolates(Rule.ORDER, "a:5", "another token");
  }

  @Test
  void logWithoutEnd_isFound_unlessKilled() throws IOException {
    log("a", LEASE_OF_A, "160 REQUEST main lock 2 0 - .\n");
    log("empty");

    HistoryReport report = check();
    assertThat(report.violations())
        .extracting(Violation::rule)
        .contains(Rule.LOG_COMPLETE, Rule.ONE_OUTCOME);
    check("a", "empty").assertClean();
  }

  @Test
  void tornLastLine_isIgnored_othersAreNot() throws IOException {
    log("a", LEASE_OF_A, "160 LEAVE main lo");
    check("a").assertClean();

    log("a", LEASE_OF_A, "160 LEAVE main lo\n", END);
    assertViolates(Rule.READABLE, "a:5");
  }

  @Test
  void unknownDetail_isUnreadable() throws IOException {
    log("a", "100 REQUEST main lock 1 0 - .\n", "110 OUTCOME main lock 1 0 MAYBE .\n", END);

    assertThat(check().violations()).extracting(Violation::rule).contains(Rule.READABLE);
  }

  @Test
  void whatALogWrites_isRead_andACutLineChangesNothing() throws IOException {
    String name = "a lock, with ünïcode - and\nlines";
    try (HistoryLog log = HistoryLog.create(folder, "a")) {
      long request = log.request(name);
      log.granted(name, request, 5);
      assertThat(log.isHeld(name, request, 5, () -> true)).isTrue();
      long release = log.now();
      log.leave(name, request, 5, release, HistoryEvent.Ending.RELEASED);
      long refused = log.request(name);
      log.outcome(name, refused, Outcome.NOT_IN_TIME);
    }

    HistoryReport report = check().assertClean();
    assertThat(report.requests()).isEqualTo(2);
    assertThat(report.confirmedLeases()).isEqualTo(1);
    assertThat(report.outcomes())
        .containsEntry(Outcome.GRANTED, 1L)
        .containsEntry(Outcome.NOT_IN_TIME, 1L);

    Files.writeString(folder.resolve("a.log"), "12 HEL", StandardOpenOption.APPEND);
    assertThat(check("a").assertClean().requests()).isEqualTo(2);
  }
}
