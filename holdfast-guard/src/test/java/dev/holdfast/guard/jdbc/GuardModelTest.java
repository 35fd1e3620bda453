package dev.holdfast.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.guard.StaleTokenException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many writers at once whose tokens are drawn at random: some higher than all before, some late.
 * They take their connections from a pool that is smaller than their number. What the database has
 * in the end is compared with a model: the sequence of committed tokens never falls, no update is
 * lost, and each refusal names a token that was committed.
 */
class GuardModelTest {

  private static final int WRITERS = 5;
  private static final int POOL = 3;
  private static final int TRANSACTIONS = 40;
  private static final int LATE_MAX = 8;

  private final JdbcGuard guard = JdbcGuard.create();
  private final String resource = TestDatabase.unique("model");
  private final Writer writer = new Writer(guard, resource);
  private final AtomicLong newest = new AtomicLong(1_000);
  private final Queue<Long> inTheWay = new ConcurrentLinkedQueue<>();
  private final long seed = Long.getLong("seed", System.nanoTime());

  @ParameterizedTest
  @MethodSource("dev.holdfast.guard.jdbc.TestDatabase#levels")
  void committedTokens_neverFall(TestDatabase.Level level) throws Exception {
    System.out.println("seed " + seed);
    Writer.create(level.database(), resource);
    long committed = 0;
    try (HikariDataSource pool = pool(level)) {
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
      try {
        List<Future<Integer>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          Random random = new Random(seed + i);
          writers.add(threads.submit(() -> write(pool, random)));
        }
        for (Future<Integer> one : writers) {
          committed += one.get();
        }
      } finally {
        threads.shutdownNow();
      }
    }

    List<Writer.Entry> history = writer.history(level.database());
    try (Connection connection = level.database().connect()) {
      assertThat(Writer.faults(history, writer.value(connection))).isEmpty();
      assertThat(guard.acceptedToken(connection, resource))
          .hasValue(history.get(history.size() - 1).token());
    }
    assertThat(history).hasSize((int) committed);
    Set<Long> tokens = history.stream().map(Writer.Entry::token).collect(Collectors.toSet());
    assertThat(tokens).containsAll(inTheWay);
    assertThat(inTheWay).isNotEmpty();
  }

  private static HikariDataSource pool(TestDatabase.Level level) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(level.database().url());
    config.setMaximumPoolSize(POOL);
    config.setAutoCommit(false);
    if (level.database() != TestDatabase.SQLITE) {
      config.setTransactionIsolation(Integer.toString(level.isolation()));
    }
    return new HikariDataSource(config);
  }

  private int write(HikariDataSource pool, Random random) throws SQLException {
    int committed = 0;
    for (int done = 0; done < TRANSACTIONS; done++) {
      boolean late = random.nextInt(3) == 0;
      long token = late ? newest.get() - random.nextInt(LATE_MAX) : newest.incrementAndGet();
      boolean rollback = random.nextInt(10) == 0;
      while (true) {
        try (Connection connection = pool.getConnection()) {
          long read = writer.read(connection, token);
          writer.write(connection, token, read);
          if (rollback) {
            connection.rollback();
          } else {
            connection.commit();
            committed++;
          }
          break;
        } catch (StaleTokenException refused) {
          // Closed without an end: the pool rolls back.
          assertThat(refused.acceptedToken()).isGreaterThan(token);
          inTheWay.add(refused.acceptedToken());
          break;
        } catch (SQLException e) {
          if (!Conflicts.isConflict(e)) {
            throw e;
          }
        }
      }
    }
    return committed;
  }

  @Test
  void model_noticesWhatIsWrong() {
    Writer.Entry one = new Writer.Entry(1, 7);
    assertThat(Writer.faults(List.of(one, new Writer.Entry(2, 7)), 2)).isEmpty();
    assertThat(Writer.faults(List.of(one, new Writer.Entry(2, 6)), 2)).hasSize(1);
    assertThat(Writer.faults(List.of(one, new Writer.Entry(1, 8)), 1)).hasSize(2);
    assertThat(Writer.faults(List.of(one), 2)).hasSize(1);
  }
}
