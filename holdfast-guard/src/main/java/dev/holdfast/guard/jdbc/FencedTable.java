package dev.holdfast.guard.jdbc;

import dev.holdfast.guard.FencingTokens;
import dev.holdfast.guard.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows carry the highest fencing token that has written them, in a column of their
 * own. Writes a row only while no higher token has:
 *
 * <pre>{@code
 * UPDATE report SET body = ?, fence = ? WHERE id = ? AND fence <= ?
 * }</pre>
 *
 * <p>The column must be {@code BIGINT NOT NULL DEFAULT 0}. An equal token passes: one lease may
 * write a row many times. Each call is one statement, so it may stand alone, with auto-commit on;
 * inside a transaction it is committed or rolled back with it. At READ COMMITTED and above, two
 * writers at once are put in order by the row's own lock.
 *
 * <p>Where the new value depends on the old one, call {@link #check} in the same transaction before
 * reading: otherwise a late write of the holder before may come between reading and writing.
 *
 * <p>What it does not: a deleted row takes its fence with it, so a stale writer that makes the row
 * again is not refused. Where rows are made and deleted under the lock, use {@link JdbcGuard}.
 *
 * <p>Immutable; safe for use by many threads, each with a connection of its own.
 */
public final class FencedTable {

  private static final int TRIES_MAX = 3;

  private final String table;
  private final String keyColumn;
  private final String fenceColumn;

  private FencedTable(String table, String keyColumn, String fenceColumn) {
    this.table = table;
    this.keyColumn = keyColumn;
    this.fenceColumn = fenceColumn;
  }

  /**
   * Names a table and its columns. All three become part of statements.
   *
   * @param table plain name, with the schema before it if need be
   * @param keyColumn the column that tells rows apart; it is unique
   * @param fenceColumn the column that holds the highest token
   * @return the table
   * @throws IllegalArgumentException if one is no plain name
   */
  public static FencedTable of(String table, String keyColumn, String fenceColumn) {
    return new FencedTable(
        SqlNames.table(table), SqlNames.column(keyColumn), SqlNames.column(fenceColumn));
  }

  /**
   * Writes columns of a row, and its fence, unless a higher token has written it.
   *
   * @param connection with auto-commit on or off
   * @param key of the row
   * @param token the fencing token of the lease under which it is written
   * @param set what stands behind SET, such as {@code "body = ?, size = size + ?"}; part of the
   *     statement, so never made of what users give
   * @param values for its parameters, in order; may be null
   * @return true if it was written; false if there is no such row
   * @throws StaleTokenException if a higher token has written the row
   * @throws SQLException if the database refuses or fails
   * @throws IllegalStateException if the key is not unique or the row's fence is null; roll back
   * @throws IllegalArgumentException if the token is not positive
   */
  public boolean update(
      Connection connection, Object key, long token, String set, @Nullable Object... values)
      throws SQLException {
    return write(connection, key, token, set + ", ", Arrays.asList(values));
  }

  /**
   * Raises the fence of a row and writes nothing else: for a transaction that reads the row before
   * it writes. Until the transaction's end nobody else writes the row.
   *
   * @param connection with auto-commit off
   * @param key of the row
   * @param token the fencing token of the lease
   * @return true if the row is there; false if there is none
   * @throws StaleTokenException if a higher token has written the row
   * @throws SQLException if the database refuses or fails
   * @throws IllegalStateException if auto-commit is on, the key is not unique, or the fence is null
   * @throws IllegalArgumentException if the token is not positive
   */
  public boolean check(Connection connection, Object key, long token) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "The fence of " + row(key) + " was checked outside of a transaction: begin one before");
    }
    return write(connection, key, token, "", List.of());
  }

  /**
   * Deletes a row, unless a higher token has written it. Its fence goes with it.
   *
   * @param connection with auto-commit on or off
   * @param key of the row
   * @param token the fencing token of the lease
   * @return true if it was deleted; false if there is no such row
   * @throws StaleTokenException if a higher token has written the row
   * @throws SQLException if the database refuses or fails
   * @throws IllegalStateException if the key is not unique or the row's fence is null; roll back
   * @throws IllegalArgumentException if the token is not positive
   */
  public boolean delete(Connection connection, Object key, long token) throws SQLException {
    String sql = "DELETE FROM " + table + condition();
    return run(connection, key, token, sql, List.of(key, token));
  }

  private boolean write(
      Connection connection, Object key, long token, String set, List<@Nullable Object> values)
      throws SQLException {
    String sql = "UPDATE " + table + " SET " + set + fenceColumn + " = ?" + condition();
    List<@Nullable Object> parameters = new ArrayList<>(values);
    parameters.addAll(List.of(token, key, token));
    return run(connection, key, token, sql, parameters);
  }

  private String condition() {
    return " WHERE " + keyColumn + " = ? AND " + fenceColumn + " <= ?";
  }

  /**
   * Zero rows mean that the row is missing, or that its fence is higher. Two more things look like
   * it: a row that came between the statement and our look, and, with drivers that count changed
   * rows only, one that is already as it should be. Both show when it is tried again.
   */
  private boolean run(
      Connection connection, Object key, long token, String sql, List<@Nullable Object> parameters)
      throws SQLException {
    FencingTokens.requireToken(token);
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      int rows = execute(connection, sql, parameters);
      if (rows > 1) {
        throw new IllegalStateException(row(key) + " is not one row but " + rows + "; roll back");
      }
      if (rows == 1) {
        return true;
      }
      OptionalLong fence = fence(connection, key);
      if (fence.isEmpty()) {
        return false;
      }
      if (fence.getAsLong() > token) {
        throw new StaleTokenException(row(key), "its fence", token, fence.getAsLong());
      }
      if (tries > 0 && fence.getAsLong() == token) {
        return true;
      }
    }
    throw new SQLTransientException(row(key) + " came and went again and again; try later");
  }

  private static int execute(Connection connection, String sql, List<@Nullable Object> parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.size(); i++) {
        statement.setObject(i + 1, parameters.get(i));
      }
      return statement.executeUpdate();
    }
  }

  private OptionalLong fence(Connection connection, Object key) throws SQLException {
    String sql = "SELECT " + fenceColumn + " FROM " + table + " WHERE " + keyColumn + " = ?";
    String locking = Dialect.of(connection).locking();
    try (PreparedStatement statement = connection.prepareStatement(sql + locking)) {
      statement.setObject(1, key);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          return OptionalLong.empty();
        }
        long fence = rows.getLong(1);
        if (rows.wasNull()) {
          throw new IllegalStateException(
              row(key) + " has no fence: declare the column BIGINT NOT NULL DEFAULT 0");
        }
        return OptionalLong.of(fence);
      }
    }
  }

  private String row(Object key) {
    return table + " " + keyColumn + " " + key;
  }
}
