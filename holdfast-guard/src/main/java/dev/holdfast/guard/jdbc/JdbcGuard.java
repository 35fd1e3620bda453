package dev.holdfast.guard.jdbc;

import dev.holdfast.Lease;
import dev.holdfast.guard.FencingTokens;
import dev.holdfast.guard.StaleTokenException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * Refuses stale fencing tokens inside of the caller's own transaction, by a table with one row for
 * each resource.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * guard.check(connection, lease);       // first, before anything is read
 * ... read and write what the lock protects ...
 * connection.commit();
 * }</pre>
 *
 * <p><b>What it promises.</b> A transaction that was checked with a token commits only if no
 * transaction that was checked with a higher one for the same resource had passed its check before.
 * So what a later holder reads after its check can't be changed any more by an earlier holder. This
 * needs READ COMMITTED or any higher isolation level, and a check that comes <b>first</b> in the
 * transaction: what was read before it may be old.
 *
 * <p><b>What it costs.</b> The check locks the resource's row until the transaction ends, so
 * transactions of one resource run one after the other. A later holder waits at its check while an
 * earlier one, paused in the middle of its transaction, has not ended it: how long is decided by
 * the database's own time-outs, see {@code docs/guards.md}.
 *
 * <p><b>What it does not.</b> It guards only what is written in the same transaction, and only
 * against writers that check too.
 *
 * <p>A token equal to the highest accepted one passes: one lease may write in many transactions. If
 * the transaction is rolled back, so is what the check has done. The guard never commits, rolls
 * back, or tries again; errors of the database come through as {@link SQLException}, and a deadlock
 * or serialization failure (SQLState class 40) means, as ever, that the caller runs its transaction
 * again.
 *
 * <p>Databases: PostgreSQL, MariaDB, MySQL, H2, SQLite. Immutable; safe for use by many threads,
 * each with a connection of its own.
 */
public final class JdbcGuard {

  static final String DEFAULT_TABLE = "holdfast_guard";

  /** Lower than any token: it raises none, and makes a row that any token passes. */
  private static final long NO_TOKEN = 0;

  private final String table;

  private JdbcGuard(String table) {
    this.table = table;
  }

  /**
   * The guard that keeps its tokens in the table {@code holdfast_guard}.
   *
   * @return a guard
   */
  public static JdbcGuard create() {
    return inTable(DEFAULT_TABLE);
  }

  /**
   * A guard that keeps its tokens in a table of another name.
   *
   * @param table its plain name, with the schema before it if need be; case as the database takes
   *     it without quotes
   * @return a guard
   * @throws IllegalArgumentException if it is no plain name
   */
  public static JdbcGuard inTable(String table) {
    return new JdbcGuard(SqlNames.table(table));
  }

  /**
   * Makes the table, unless it is there. The same statement is documented in {@code
   * docs/guards.md}, for those who make their tables otherwise.
   *
   * @param connection with auto-commit on, because some databases commit before they make a table
   * @throws SQLException if the database refuses it
   * @throws IllegalStateException if auto-commit is off
   */
  public void createTable(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      throw new IllegalStateException(
          "Make the table with auto-commit on: some databases would commit your transaction");
    }
    String sql = Dialect.of(connection).createTable(table);
    try {
      execute(connection, sql);
    } catch (SQLException e) {
      // Two at once: "if not exists" is not atomic everywhere. Now it is there, or fails for good.
      execute(connection, sql);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Lets a token pass if no higher one was accepted for the resource, and makes it the highest.
   *
   * <p>Waits, as any statement does, for a transaction that has checked a token for the same
   * resource and has not ended. Afterwards the resource's row is locked by this transaction.
   *
   * @param connection with auto-commit off; neither committed nor closed here
   * @param resource what is to be written, by any name on which all writers agree; as a rule the
   *     lock's name. At most 1,024 bytes in UTF-8
   * @param token the fencing token of the lease under which it is written
   * @throws StaleTokenException if a higher token was accepted before. The transaction can still be
   *     used, but should be rolled back: this caller does not hold the lock any more
   * @throws SQLException if the database refuses or fails; nothing is known about the token
   * @throws IllegalStateException if auto-commit is on: the check would end with its own statement
   *     and protect nothing
   * @throws IllegalArgumentException if the token is not positive, or the name is empty, too long
   *     or no valid Unicode
   */
  public void check(Connection connection, String resource, long token) throws SQLException {
    check(connection, resource, token, token);
  }

  private void check(Connection connection, String resource, long token, long raised)
      throws SQLException {
    ResourceNames.check(resource);
    FencingTokens.requireToken(token);
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "The guard of '"
              + resource
              + "' was asked outside of a transaction: it protects what is written in the same"
              + " transaction, so begin one (auto-commit off) before the check");
    }
    long accepted = row(connection, resource, raised).raise();
    if (accepted > token) {
      throw new StaleTokenException(resource, "table " + table, token, accepted);
    }
  }

  /**
   * Lets the token of a read lock pass if no writer's higher one was accepted, and does not keep
   * it: readers that are in together have tokens in no useful order, so none of them may stop
   * another.
   *
   * <p>Locks the resource's row as {@link #check(Connection, String, long)} does, until the
   * transaction ends, so checked readers run one after the other too.
   *
   * @param connection with auto-commit off
   * @param resource the name under which the writers check
   * @param token the fencing token of the read lease
   * @throws StaleTokenException if a writer's higher token was accepted before
   * @throws SQLException if the database refuses or fails
   * @throws IllegalStateException if auto-commit is on
   * @throws IllegalArgumentException if the token is not positive, or the name is empty, too long
   *     or no valid Unicode
   */
  public void checkReader(Connection connection, String resource, long token) throws SQLException {
    check(connection, resource, token, NO_TOKEN);
  }

  /**
   * Lets a lease pass as {@link #check(Connection, String, long)} does, with the lock's name as the
   * name of the resource. A lease of several locks is checked for each, in their order, so that two
   * such transactions never wait for each other. For a lease of a read lock see {@link
   * #checkReader}.
   *
   * @param connection with auto-commit off
   * @param lease of the lock that protects what is to be written
   * @throws StaleTokenException if a higher token was accepted before
   * @throws SQLException if the database refuses or fails
   * @throws IllegalStateException if auto-commit is on
   */
  public void check(Connection connection, Lease lease) throws SQLException {
    for (Lease member : lease.members()) {
      check(connection, member.name(), member.fencingToken());
    }
  }

  /**
   * Looks up the highest token that was accepted for a resource, as this transaction sees it. For
   * people and tests: it locks nothing, so it is old when it is looked at.
   *
   * @param connection with auto-commit on or off
   * @param resource its name
   * @return the token; empty if none was accepted
   * @throws SQLException if the database refuses or fails
   */
  public OptionalLong acceptedToken(Connection connection, String resource) throws SQLException {
    ResourceNames.check(resource);
    OptionalLong stored = row(connection, resource, NO_TOKEN).look();
    return stored.orElse(NO_TOKEN) == NO_TOKEN ? OptionalLong.empty() : stored;
  }

  private GuardRow row(Connection connection, String resource, long token) throws SQLException {
    return new GuardRow(Dialect.of(connection), connection, table, resource, token);
  }
}
