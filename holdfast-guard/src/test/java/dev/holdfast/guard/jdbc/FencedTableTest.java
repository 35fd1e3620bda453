package dev.holdfast.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.guard.StaleTokenException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables that carry their own fence. */
class FencedTableTest {

  private static final int ID = 42;
  private static final int MISSING = 43;

  private final String table = TestDatabase.unique("report");
  private final FencedTable reports = FencedTable.of(table, "id", "fence");

  private void create(TestDatabase database) throws SQLException {
    database.execute(
        "CREATE TABLE " + table + " (id INT NOT NULL, body VARCHAR(100), fence BIGINT DEFAULT 0)");
    database.execute("INSERT INTO " + table + " (id, body) VALUES (42, 'first')");
  }

  private String body(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT body FROM " + table + " WHERE id = 42")) {
      return rows.next() ? rows.getString(1) : "none";
    }
  }

  @ParameterizedTest
  @EnumSource
  void risingAndEqualTokens_write_lowerOnesAreRefused(TestDatabase database) throws SQLException {
    create(database);
    try (Connection connection = database.connect()) {
      assertThat(reports.update(connection, ID, 33, "body = ?", "by 33")).isTrue();
      assertThat(reports.update(connection, ID, 34, "body = ?", "by 34")).isTrue();
      assertThat(reports.update(connection, ID, 34, "body = ?", "again")).isTrue();
      assertThat(reports.update(connection, ID, 34, "body = ?", "again")).isTrue();
      assertThatThrownBy(() -> reports.update(connection, ID, 33, "body = ?", "late"))
          .isInstanceOfSatisfying(
              StaleTokenException.class,
              refusal -> {
                assertThat(refusal.token()).isEqualTo(33);
                assertThat(refusal.acceptedToken()).isEqualTo(34);
              })
          .hasMessageContaining(table + " id 42");
      assertThat(body(connection)).isEqualTo("again");
      assertThat(reports.update(connection, ID, 35, "body = ?", (Object) null)).isTrue();
      assertThat(body(connection)).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void missingRow_isNoStaleToken(TestDatabase database) throws SQLException {
    create(database);
    try (Connection connection = database.connect()) {
      assertThat(reports.update(connection, MISSING, 33, "body = ?", "x")).isFalse();
      assertThat(reports.delete(connection, MISSING, 33)).isFalse();
      connection.setAutoCommit(false);
      assertThat(reports.check(connection, MISSING, 33)).isFalse();
      connection.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource
  void delete_isRefusedToo(TestDatabase database) throws SQLException {
    create(database);
    try (Connection connection = database.connect()) {
      reports.update(connection, ID, 34, "body = ?", "by 34");
      assertThatThrownBy(() -> reports.delete(connection, ID, 33))
          .isInstanceOf(StaleTokenException.class);
      assertThat(reports.delete(connection, ID, 34)).isTrue();
      assertThat(body(connection)).isEqualTo("none");
    }
  }

  @ParameterizedTest
  @EnumSource
  void rollback_takesValueAndFenceBack(TestDatabase database) throws SQLException {
    create(database);
    try (Connection connection = database.begin()) {
      reports.check(connection, ID, 40);
      reports.update(connection, ID, 40, "body = ?", "by 40");
      connection.rollback();
      assertThat(reports.update(connection, ID, 33, "body = ?", "by 33")).isTrue();
      connection.commit();
      assertThat(body(connection)).isEqualTo("by 33");
      connection.rollback();
    }
  }

  /** The read of the later holder stands: after its check, the earlier one's write is refused. */
  @ParameterizedTest
  @EnumSource
  void check_keepsEarlierHoldersOut_untilTheEnd(TestDatabase database) throws Exception {
    create(database);
    ExecutorService other = Executors.newSingleThreadExecutor();
    CountDownLatch writing = new CountDownLatch(1);
    try (Connection later = database.begin()) {
      assertThat(reports.check(later, ID, 34)).isTrue();
      Future<Boolean> earlier =
          other.submit(
              () -> {
                try (Connection connection = database.connect()) {
                  writing.countDown();
                  return reports.update(connection, ID, 33, "body = ?", "late");
                }
              });
      assertThat(writing.await(10, TimeUnit.SECONDS)).isTrue();
      String read = body(later);
      reports.update(later, ID, 34, "body = ?", read + " and more");
      later.commit();

      assertThatThrownBy(() -> earlier.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(StaleTokenException.class);
      assertThat(body(later)).isEqualTo("first and more");
      later.rollback();
    } finally {
      other.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowsThatAreNotAsTheyShouldBe_areToldApart(TestDatabase database) throws SQLException {
    create(database);
    database.execute("INSERT INTO " + table + " (id, body, fence) VALUES (44, 'x', NULL)");
    database.execute("INSERT INTO " + table + " (id, body, fence) VALUES (45, 'x', 0)");
    database.execute("INSERT INTO " + table + " (id, body, fence) VALUES (45, 'y', 0)");
    try (Connection connection = database.begin()) {
      assertThatThrownBy(() -> reports.update(connection, 44, 33, "body = ?", "y"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("NOT NULL DEFAULT 0");
      connection.rollback();
      assertThatThrownBy(() -> reports.update(connection, 45, 33, "body = ?", "z"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not one row but 2");
      connection.rollback();
    }
  }

  /** Such a connection counts a row that is already as it should be as no row. */
  @Test
  void connectionThatCountsChangedRowsOnly_writesAllTheSame() throws SQLException {
    create(TestDatabase.MARIADB);
    String url = TestDatabase.MARIADB.url() + "&useAffectedRows=true";
    JdbcGuard guard = JdbcGuard.create();
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(reports.update(connection, ID, 34, "body = ?", "same")).isTrue();
      assertThat(reports.update(connection, ID, 34, "body = ?", "same")).isTrue();
      assertThatThrownBy(() -> reports.update(connection, ID, 33, "body = ?", "same"))
          .isInstanceOf(StaleTokenException.class);
      connection.setAutoCommit(false);
      for (long token : new long[] {34, 34, 35}) {
        guard.check(connection, table, token);
      }
      assertThatThrownBy(() -> guard.check(connection, table, 34))
          .isInstanceOf(StaleTokenException.class);
      connection.rollback();
    }
  }

  @Test
  void checkOutsideOfATransaction_andWrongArguments_areRefused() throws SQLException {
    create(TestDatabase.H2);
    try (Connection connection = TestDatabase.H2.connect()) {
      assertThatThrownBy(() -> reports.check(connection, ID, 33))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> reports.update(connection, ID, 0, "body = ?", "x"))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> FencedTable.of("report", "id = 1 OR id", "fence"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FencedTable.of("report", "id", "fence, x"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
