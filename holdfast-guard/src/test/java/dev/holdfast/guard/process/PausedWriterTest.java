package dev.holdfast.guard.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.guard.jdbc.JdbcGuard;
import dev.holdfast.guard.jdbc.TestDatabase;
import dev.holdfast.guard.jdbc.Writer;
import dev.holdfast.testing.process.ChildJvm;
import dev.holdfast.testing.process.LineProcess;
import dev.holdfast.testing.server.RedisServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A holder, process and all, is stopped past its lease, at each place of its work, and goes on
 * while the next holder writes. The locks are real ones.
 */
@Tag("slow")
class PausedWriterTest {

  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  private static final Duration LEASE_WAIT = Duration.ofSeconds(30);

  private static RedisServer redis;

  private final String resource = TestDatabase.unique("paused");
  private final Writer writer = new Writer(JdbcGuard.create(), resource);

  @BeforeAll
  static void startRedis() {
    redis = RedisServer.start();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  private LineProcess start(TestDatabase database, String more) throws SQLException {
    Writer.create(database, resource);
    LineProcess process =
        ChildJvm.of(StepsMain.class, database.url() + more, redis.uri(), resource).start();
    process.await("ready", ANSWER_MAX);
    return process;
  }

  private static String step(LineProcess process, String step) {
    process.send(step);
    return answer(process);
  }

  private static String answer(LineProcess process) {
    return process.await(line -> line.matches("(done|refused|failed).*"), ANSWER_MAX);
  }

  private void assertHistory(TestDatabase database, List<Writer.Entry> expected)
      throws SQLException {
    List<Writer.Entry> history = writer.history(database);
    assertThat(history).isEqualTo(expected);
    try (Connection connection = database.connect()) {
      assertThat(Writer.faults(history, writer.value(connection))).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void stoppedBeforeItsCheck_isRefused_andStoppedAfterIt_comesFirst(TestDatabase database)
      throws Exception {
    try (LineProcess a = start(database, "");
        LockClient locks = LockClient.connect(redis.uri());
        Connection connection = database.begin()) {
      String acquired = step(a, "acquire");
      a.pause();
      long first;
      try (Lease lease = locks.lock(resource).acquire(LEASE_WAIT)) {
        first = lease.fencingToken();
        writer.write(connection, first, writer.read(connection, first));
        connection.commit();
      }
      a.resume();
      assertThat(step(a, "check")).isEqualTo("refused " + first);
      assertThat(acquired).isLessThan("done " + first);
      assertThat(step(a, "rollback")).isEqualTo("done");

      long second = Long.parseLong(step(a, "acquire").substring("done ".length()));
      assertThat(step(a, "check")).isEqualTo("done");
      assertThat(step(a, "write")).isEqualTo("done");
      a.pause();
      ExecutorService thread = Executors.newSingleThreadExecutor();
      try (Lease lease = locks.lock(resource).acquire(LEASE_WAIT)) {
        long third = lease.fencingToken();
        CountDownLatch checking = new CountDownLatch(1);
        Future<Long> read =
            thread.submit(
                () -> {
                  checking.countDown();
                  return writer.read(connection, third);
                });
        assertThat(checking.await(10, TimeUnit.SECONDS)).isTrue();
        a.resume();
        assertThat(step(a, "commit")).isEqualTo("done");
        writer.write(connection, third, read.get(30, TimeUnit.SECONDS));
        connection.commit();
        assertHistory(
            database,
            List.of(
                new Writer.Entry(1, first),
                new Writer.Entry(2, second),
                new Writer.Entry(3, third)));
      } finally {
        thread.shutdownNow();
      }
    }
  }

  /** What docs/guards.md advises, so that nobody waits for a process that does not wake up. */
  @ParameterizedTest
  @CsvSource({
    "POSTGRESQL, '&options=-c%20idle_in_transaction_session_timeout=1000'",
    "MARIADB, '&sessionVariables=idle_write_transaction_timeout=1'"
  })
  void databaseEndsTheStoppedTransaction_andTheNextGoesOn(TestDatabase database, String option)
      throws Exception {
    try (LineProcess a = start(database, option);
        LockClient locks = LockClient.connect(redis.uri());
        Connection connection = database.begin()) {
      step(a, "acquire");
      step(a, "check");
      step(a, "write");
      a.pause();
      try (Lease lease = locks.lock(resource).acquire(LEASE_WAIT)) {
        long token = lease.fencingToken();
        writer.write(connection, token, writer.read(connection, token));
        connection.commit();
        a.resume();
        assertThat(step(a, "commit")).startsWith("failed");
        assertHistory(database, List.of(new Writer.Entry(1, token)));
      }
    }
  }
}
