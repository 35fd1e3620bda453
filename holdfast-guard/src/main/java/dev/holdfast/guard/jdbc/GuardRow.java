package dev.holdfast.guard.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * The row of a resource in the table of a guard, and the token that wants to pass.
 *
 * @param dialect of the connection
 * @param connection in a transaction
 * @param table of the guard
 * @param resource its key
 * @param token the given one
 */
record GuardRow(Dialect dialect, Connection connection, String table, String resource, long token) {

  /** What H2 says, with the SQL standard, of a key that is there already. */
  private static final String DUPLICATE_KEY = "23505";

  /** As {@link Dialect#raise}. */
  long raise() throws SQLException {
    return dialect.raise(this);
  }

  /** Runs a statement whose parameters are the resource and then the token, so many times. */
  int execute(String sql, int tokens) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      dialect.bind(statement, 1, resource);
      for (int i = 0; i < tokens; i++) {
        statement.setLong(2 + i, token);
      }
      return statement.executeUpdate();
    }
  }

  /** Makes the row, unless somebody else has made it. */
  boolean insert() throws SQLException {
    try {
      return execute("INSERT INTO " + table + " (resource, token, checks) VALUES (?, ?, 1)", 1)
          == 1;
    } catch (SQLException e) {
      if (DUPLICATE_KEY.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  /** The token of the newest committed row, which is locked. */
  OptionalLong read() throws SQLException {
    return read(dialect.locking());
  }

  /** The token as this transaction sees it. */
  OptionalLong look() throws SQLException {
    return read("");
  }

  private OptionalLong read(String locking) throws SQLException {
    String sql = "SELECT token FROM " + table + " WHERE resource = ?" + locking;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      dialect.bind(statement, 1, resource);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
      }
    }
  }
}
