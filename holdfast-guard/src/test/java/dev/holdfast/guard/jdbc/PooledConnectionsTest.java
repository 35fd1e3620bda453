package dev.holdfast.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.guard.StaleTokenException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guard needs no connection beside the caller's, and leaves none changed. */
class PooledConnectionsTest {

  private final JdbcGuard guard = JdbcGuard.create();
  private final String resource = TestDatabase.unique("pooled");

  private static HikariDataSource pool(TestDatabase database, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setMaximumPoolSize(size);
    return new HikariDataSource(config);
  }

  @ParameterizedTest
  @EnumSource
  void fewConnectionsForManyTransactions_noneWaitsForEver(TestDatabase database) throws Exception {
    for (int size : new int[] {1, 2}) {
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try (HikariDataSource pool = pool(database, size)) {
        List<Future<Void>> done = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          done.add(
              threads.submit(
                  () -> {
                    try (Connection connection = pool.getConnection()) {
                      connection.setAutoCommit(false);
                      guard.check(connection, resource, 7);
                      connection.commit();
                    }
                    return null;
                  }));
        }
        for (Future<Void> one : done) {
          one.get(30, TimeUnit.SECONDS);
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectionThatSawARefusal_goesBackClean(TestDatabase database) throws Exception {
    try (HikariDataSource pool = pool(database, 1)) {
      try (Connection connection = pool.getConnection()) {
        connection.setAutoCommit(false);
        guard.check(connection, resource, 34);
        connection.commit();
        assertThatThrownBy(() -> guard.check(connection, resource, 33))
            .isInstanceOf(StaleTokenException.class);
      }
      try (Connection same = pool.getConnection()) {
        assertThat(same.getAutoCommit()).isTrue();
        same.setAutoCommit(false);
        guard.check(same, resource, 35);
        same.commit();
        assertThat(guard.acceptedToken(same, resource)).hasValue(35);
      }
    }
  }
}
