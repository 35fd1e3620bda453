package dev.holdfast.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.guard.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one transaction after the other sees of the guard. */
class JdbcGuardTest {

  /** As they are in practice: above 2^53, where floating-point numbers can't tell them apart. */
  private static final long FIRST = 1_849_201_939_281_920_001L;

  private final JdbcGuard guard = JdbcGuard.create();
  private final String resource = TestDatabase.unique("r");

  private void commit(TestDatabase database, String name, long token) throws SQLException {
    try (Connection connection = database.begin()) {
      guard.check(connection, name, token);
      connection.commit();
    }
  }

  @ParameterizedTest
  @EnumSource
  void risingAndEqualTokens_pass_lowerOnesAreRefused(TestDatabase database) throws SQLException {
    for (long token : List.of(FIRST, FIRST, FIRST + 1, FIRST + 1_024, FIRST + 1_024)) {
      commit(database, resource, token);
    }

    assertThatThrownBy(() -> commit(database, resource, FIRST + 1_023))
        .isInstanceOfSatisfying(
            StaleTokenException.class,
            refusal -> {
              assertThat(refusal.token()).isEqualTo(FIRST + 1_023);
              assertThat(refusal.acceptedToken()).isEqualTo(FIRST + 1_024);
              assertThat(refusal.lockName()).isEqualTo(resource);
            })
        .hasMessageContaining(resource)
        .hasMessageContaining("table holdfast_guard");
    commit(database, resource, Long.MAX_VALUE);
    assertThatThrownBy(() -> commit(database, resource, 1)).isInstanceOf(StaleTokenException.class);
  }

  @ParameterizedTest
  @EnumSource
  void refusal_leavesTheTransactionUsable_andTheTokenAsItWas(TestDatabase database)
      throws SQLException {
    String other = TestDatabase.unique("other");
    commit(database, resource, FIRST);
    try (Connection connection = database.begin()) {
      assertThatThrownBy(() -> guard.check(connection, resource, 7))
          .isInstanceOf(StaleTokenException.class);
      guard.check(connection, other, 7);
      connection.commit();
    }

    try (Connection connection = database.connect()) {
      assertThat(guard.acceptedToken(connection, other)).hasValue(7);
      assertThat(guard.acceptedToken(connection, resource)).hasValue(FIRST);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readers_passInAnyOrder_untilALaterWriter(TestDatabase database) throws SQLException {
    try (Connection connection = database.begin()) {
      for (long token : List.of(5L, 4L)) {
        guard.checkReader(connection, resource, token);
        connection.commit();
      }
      assertThat(guard.acceptedToken(connection, resource)).isEmpty();
      connection.commit();
      commit(database, resource, 6);
      assertThatThrownBy(() -> guard.checkReader(connection, resource, 5))
          .isInstanceOf(StaleTokenException.class);
      guard.checkReader(connection, resource, 9);
      guard.checkReader(connection, resource, 8);
      connection.commit();
      assertThat(guard.acceptedToken(connection, resource)).hasValue(6);
      connection.commit();
    }
    commit(database, resource, 6);
  }

  @ParameterizedTest
  @EnumSource
  void rollback_takesTheTokenBack(TestDatabase database) throws SQLException {
    try (Connection connection = database.begin()) {
      guard.check(connection, resource, FIRST);
      connection.rollback();
      assertThat(guard.acceptedToken(connection, resource)).isEqualTo(OptionalLong.empty());
      guard.check(connection, resource, 5);
      connection.commit();
      guard.check(connection, resource, 9);
      Savepoint before = connection.setSavepoint();
      guard.check(connection, resource, FIRST);
      connection.rollback(before);
      connection.commit();
      assertThat(guard.acceptedToken(connection, resource)).hasValue(9);
      connection.rollback();
    }
    commit(database, resource, 9);
  }

  @ParameterizedTest
  @EnumSource
  void manyChecksAndABatch_ofOneTransaction(TestDatabase database) throws SQLException {
    String table = TestDatabase.unique("lines");
    database.execute("CREATE TABLE " + table + " (n INT NOT NULL)");
    try (Connection connection = database.begin();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO " + table + " (n) VALUES (?)")) {
      guard.check(connection, resource, FIRST);
      for (int n = 0; n < 3; n++) {
        insert.setInt(1, n);
        insert.addBatch();
      }
      insert.executeBatch();
      guard.check(connection, resource, FIRST);
      connection.commit();
      assertThatThrownBy(() -> guard.check(connection, resource, FIRST - 1))
          .isInstanceOf(StaleTokenException.class);
      connection.rollback();
    }
    assertThat(count(database, table)).isEqualTo(3);
  }

  private static long count(TestDatabase database, String table) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oddNames_areDifferentResources(TestDatabase database) throws SQLException {
    List<String> odd =
        List.of("A", "a", "a ", " a", "caf\u00e9", "cafe\u0301", "cafe", "\ud83d\udd12", "'", "%");
    for (int i = 0; i < odd.size(); i++) {
      commit(database, resource + odd.get(i), 100 - i);
    }
    String longest = "\u00e9".repeat(512);
    commit(database, longest, 1);
    try (Connection connection = database.connect()) {
      for (int i = 0; i < odd.size(); i++) {
        assertThat(guard.acceptedToken(connection, resource + odd.get(i))).hasValue(100 - i);
      }
      assertThat(guard.acceptedToken(connection, longest)).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void outsideOfATransaction_isRefused(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect()) {
      assertThatThrownBy(() -> guard.check(connection, resource, FIRST))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("auto-commit off");
      assertThat(guard.acceptedToken(connection, resource)).isEmpty();
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> guard.createTable(connection))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void noTable_isAnErrorOfTheDatabase(TestDatabase database) throws SQLException {
    try (Connection connection = database.begin()) {
      assertThatThrownBy(() -> JdbcGuard.inTable("nowhere").check(connection, resource, 1))
          .isInstanceOf(SQLException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void table_isMadeOnce_byManyAtOnce(TestDatabase database) throws Exception {
    JdbcGuard other = JdbcGuard.inTable(TestDatabase.unique("guard"));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> made =
          IntStream.range(0, 4)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            try (Connection connection = database.connect()) {
                              other.createTable(connection);
                            }
                            return (Void) null;
                          }))
              .toList();
      for (Future<Void> one : made) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }
    try (Connection connection = database.begin()) {
      other.check(connection, resource, 1);
      connection.commit();
    }
  }

  /** Read-only sessions, and replicas: the guard can't do its work there, and says so. */
  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void readOnlyTransaction_isAnErrorOfTheDatabase(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          database == TestDatabase.POSTGRESQL
              ? "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
              : "SET SESSION TRANSACTION READ ONLY");
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> guard.check(connection, resource, 1))
          .isInstanceOf(SQLException.class)
          .hasMessageMatching("(?is).*read.only.*");
    }
  }

  @Test
  void lease_isCheckedUnderTheNamesOfItsLocks() throws Exception {
    try (LockClient locks = LockClient.connect("memory:");
        Connection connection = TestDatabase.H2.begin()) {
      try (Lease lease = locks.lock(resource).acquire(Duration.ofSeconds(5))) {
        guard.check(connection, lease);
        assertThat(guard.acceptedToken(connection, resource)).hasValue(lease.fencingToken());
      }
      String second = TestDatabase.unique("second");
      try (Lease both =
          locks
              .multiLock(locks.lock(second), locks.lock(resource))
              .acquire(Duration.ofSeconds(5))) {
        guard.check(connection, both);
        assertThat(guard.acceptedToken(connection, second)).hasValue(both.fencingToken(second));
        assertThat(guard.acceptedToken(connection, resource)).hasValue(both.fencingToken(resource));
      }
      connection.commit();
    }
  }

  @Test
  void whatIsNoTokenOrName_isRefused() throws SQLException {
    try (Connection connection = TestDatabase.H2.begin()) {
      for (long token : List.of(0L, -1L, Long.MIN_VALUE)) {
        assertThatThrownBy(() -> guard.check(connection, resource, token))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(Long.toString(token));
      }
      for (String name : List.of("", "lone \ud800", "\u00e9".repeat(513))) {
        assertThatThrownBy(() -> guard.check(connection, name, 1))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    for (String name : List.of("", "a b", "a;b", "\"a\"", "a.b.c.d", "1a", "a.")) {
      assertThatThrownBy(() -> JdbcGuard.inTable(name))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(JdbcGuard.inTable("shop.guard_1")).isNotNull();
  }
}
