package dev.holdfast.guard.spring;

import dev.holdfast.Lease;
import dev.holdfast.guard.StaleTokenException;
import dev.holdfast.guard.jdbc.JdbcGuard;
import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * A {@link JdbcGuard} on the connection of Spring's present transaction, whether that was begun by
 * {@code @Transactional} or by a {@code TransactionTemplate}:
 *
 * <pre>{@code
 * transactions.executeWithoutResult(status -> {
 *   guard.check(lease);
 *   jdbc.update("UPDATE report SET body = ? WHERE id = ?", body, id);
 * });
 * }</pre>
 *
 * <p>Errors of the database come as Spring's {@code DataAccessException}s. A {@link
 * StaleTokenException} is unchecked, so it rolls the transaction back. All else is as with {@link
 * JdbcGuard}.
 *
 * <p>Immutable; safe for use by many threads.
 */
public final class JdbcTemplateGuard {

  private final JdbcOperations jdbc;
  private final JdbcGuard guard;

  /**
   * Uses the table {@code holdfast_guard}.
   *
   * @param jdbc a {@code JdbcTemplate} for the data source of the guarded transactions
   */
  public JdbcTemplateGuard(JdbcOperations jdbc) {
    this(jdbc, JdbcGuard.create());
  }

  /**
   * Uses a guard with a table of its own.
   *
   * @param jdbc a {@code JdbcTemplate} for the data source of the guarded transactions
   * @param guard what decides
   */
  public JdbcTemplateGuard(JdbcOperations jdbc, JdbcGuard guard) {
    this.jdbc = jdbc;
    this.guard = guard;
  }

  /**
   * As {@link JdbcGuard#check(Connection, String, long)}.
   *
   * @param resource what is to be written
   * @param token the fencing token of the lease under which it is written
   * @throws StaleTokenException if a higher token was accepted before
   * @throws org.springframework.dao.DataAccessException if the database refuses or fails
   * @throws IllegalStateException if there is no transaction
   * @throws IllegalArgumentException if the token is not positive, or the name is empty, too long
   *     or no valid Unicode
   */
  public void check(String resource, long token) {
    inTransaction(connection -> guard.check(connection, resource, token));
  }

  /**
   * As {@link JdbcGuard#check(Connection, Lease)}.
   *
   * @param lease of the lock that protects what is to be written
   * @throws StaleTokenException if a higher token was accepted before
   * @throws org.springframework.dao.DataAccessException if the database refuses or fails
   * @throws IllegalStateException if there is no transaction
   */
  public void check(Lease lease) {
    inTransaction(connection -> guard.check(connection, lease));
  }

  private void inTransaction(Check check) {
    jdbc.execute(
        (ConnectionCallback<Boolean>)
            connection -> {
              check.on(connection);
              return true;
            });
  }

  /** A question to the guard. */
  @FunctionalInterface
  private interface Check {
    void on(Connection connection) throws SQLException;
  }
}
