package dev.holdfast.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.guard.StaleTokenException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two transactions that overlap: the first is past its check when the second begins its own. In
 * each test once for a resource that nobody has written before, and once for one with a row.
 */
class OverlapTest {

  private static final long LOW = 33;
  private static final long HIGH = 34;
  private static final int TRIES_MAX = 5;

  private final JdbcGuard guard = JdbcGuard.create();
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    other.shutdownNow();
  }

  /** How the first transaction ends. */
  private enum End {
    COMMIT,
    ROLLBACK
  }

  /** What came of the second one. */
  private record Outcome(boolean refused, long read, boolean afterTheFirst, int failures) {}

  @ParameterizedTest
  @MethodSource("dev.holdfast.guard.jdbc.TestDatabase#levels")
  void laterHolder_waitsForTheEarlier_andReadsWhatItWrote(TestDatabase.Level level)
      throws Exception {
    for (boolean isNew : new boolean[] {true, false}) {
      Outcome second = overlap(level, isNew, LOW, End.COMMIT, HIGH);
      assertThat(second.refused()).isFalse();
      assertThat(second.read()).isEqualTo(1);
      assertThat(second.afterTheFirst()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.holdfast.guard.jdbc.TestDatabase#levels")
  void earlierHolder_isRefused_onceTheLaterHasCommitted(TestDatabase.Level level) throws Exception {
    for (boolean isNew : new boolean[] {true, false}) {
      Outcome second = overlap(level, isNew, HIGH, End.COMMIT, LOW);
      assertThat(second.refused()).isTrue();
      assertThat(second.afterTheFirst()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.holdfast.guard.jdbc.TestDatabase#levels")
  void earlierHolder_passes_whenTheLaterRolledBack(TestDatabase.Level level) throws Exception {
    for (boolean isNew : new boolean[] {true, false}) {
      Outcome second = overlap(level, isNew, HIGH, End.ROLLBACK, LOW);
      assertThat(second.refused()).isFalse();
      assertThat(second.read()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.holdfast.guard.jdbc.TestDatabase#levels")
  void twoTransactionsOfOneLease_runOneAfterTheOther(TestDatabase.Level level) throws Exception {
    for (boolean isNew : new boolean[] {true, false}) {
      Outcome second = overlap(level, isNew, HIGH, End.COMMIT, HIGH);
      assertThat(second.refused()).isFalse();
      assertThat(second.read()).isEqualTo(1);
      assertThat(second.afterTheFirst()).isTrue();
    }
  }

  private Outcome overlap(
      TestDatabase.Level level, boolean isNew, long firstToken, End end, long secondToken)
      throws Exception {
    String resource = TestDatabase.unique("overlap");
    Writer.create(level.database(), resource);
    if (!isNew) {
      try (Connection before = begin(level)) {
        guard.check(before, resource, 1);
        before.commit();
      }
    }
    Writer writer = new Writer(guard, resource);
    CountDownLatch checking = new CountDownLatch(1);
    CountDownLatch ending = new CountDownLatch(1);
    try (Connection first = begin(level)) {
      long read = writer.read(first, firstToken);
      Future<Outcome> second =
          other.submit(() -> second(level, writer, secondToken, checking, ending));
      assertThat(checking.await(10, TimeUnit.SECONDS)).isTrue();
      writer.write(first, firstToken, read);
      // If the second one did not wait, it is past its check by now, or will be soon.
      ending.countDown();
      if (end == End.COMMIT) {
        first.commit();
      } else {
        first.rollback();
      }
      return second.get(30, TimeUnit.SECONDS);
    }
  }

  private static Outcome second(
      TestDatabase.Level level,
      Writer writer,
      long token,
      CountDownLatch checking,
      CountDownLatch ending)
      throws SQLException {
    for (int failures = 0; ; failures++) {
      try (Connection connection = begin(level)) {
        checking.countDown();
        long read = writer.read(connection, token);
        boolean afterTheFirst = ending.getCount() == 0;
        writer.write(connection, token, read);
        connection.commit();
        return new Outcome(false, read, afterTheFirst, failures);
      } catch (StaleTokenException refused) {
        return new Outcome(true, -1, ending.getCount() == 0, failures);
      } catch (SQLException e) {
        // A higher isolation level may tell the one that waited to begin again.
        if (failures == TRIES_MAX || !Conflicts.isConflict(e)) {
          throw e;
        }
      }
    }
  }

  private static Connection begin(TestDatabase.Level level) throws SQLException {
    Connection connection = level.database().connect();
    connection.setTransactionIsolation(level.isolation());
    connection.setAutoCommit(false);
    return connection;
  }
}
