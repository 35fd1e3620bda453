package dev.holdfast.guard.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.guard.StaleTokenException;
import dev.holdfast.guard.jdbc.FencedTable;
import dev.holdfast.guard.jdbc.JdbcGuard;
import dev.holdfast.guard.jdbc.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class JdbcTemplateGuardTest {

  private final String resource = TestDatabase.unique("spring");
  private final String table = TestDatabase.unique("note");

  @ParameterizedTest
  @EnumSource
  void transactionTemplate_commitsUnderTheGuard_andARefusalRollsBack(TestDatabase database)
      throws SQLException {
    database.execute("CREATE TABLE " + table + " (body VARCHAR(20), fence BIGINT)");
    DriverManagerDataSource source = new DriverManagerDataSource(database.url());
    JdbcTemplate jdbc = new JdbcTemplate(source);
    TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(source));
    JdbcTemplateGuard guard = new JdbcTemplateGuard(jdbc);
    String insert = "INSERT INTO " + table + " (body, fence) VALUES (?, 0)";

    transactions.executeWithoutResult(
        status -> {
          guard.check(resource, 34);
          jdbc.update(insert, "by 34");
        });
    assertThatThrownBy(
            () ->
                transactions.executeWithoutResult(
                    status -> {
                      jdbc.update(insert, "late");
                      guard.check(resource, 33);
                    }))
        .isInstanceOf(StaleTokenException.class);

    String count = "SELECT COUNT(*) FROM " + table;
    assertThat(jdbc.queryForObject(count, Long.class)).isEqualTo(1);
    assertThatThrownBy(() -> guard.check(resource, 35))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("outside of a transaction");

    FencedTable notes = FencedTable.of(table, "body", "fence");
    Boolean written =
        jdbc.execute(
            (ConnectionCallback<Boolean>)
                connection -> notes.update(connection, "by 34", 36, "body = ?", "by 36"));
    assertThat(written).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "H2"})
  void lease_andErrorsOfTheDatabase(TestDatabase database) throws Exception {
    DriverManagerDataSource source = new DriverManagerDataSource(database.url());
    JdbcTemplate jdbc = new JdbcTemplate(source);
    TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(source));
    try (LockClient locks = LockClient.connect("memory:");
        Lease lease = locks.lock(resource).acquire(Duration.ofSeconds(5))) {
      JdbcTemplateGuard guard = new JdbcTemplateGuard(jdbc);
      transactions.executeWithoutResult(status -> guard.check(lease));

      JdbcTemplateGuard nowhere = new JdbcTemplateGuard(jdbc, JdbcGuard.inTable("nowhere"));
      assertThatThrownBy(
              () -> transactions.executeWithoutResult(status -> nowhere.check(resource, 1)))
          .isInstanceOf(DataAccessException.class);
    }
  }
}
