package dev.holdfast.guard.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransactionRollbackException;
import java.util.OptionalLong;

/**
 * What differs between the databases.
 *
 * <p>All statements that accept a token change the row, also when it has that token already: at
 * REPEATABLE READ and above, a transaction that has waited for another one may only learn by a
 * changed row that its view of the data is old.
 */
enum Dialect {

  /** A second first writer waits for the first one, and then meets its row. */
  POSTGRESQL("postgresql", " FOR UPDATE") {
    @Override
    long raise(GuardRow row) throws SQLException {
      return raiseByUpsert(row);
    }
  },

  /** As PostgreSQL. One transaction at a time writes to the file, so that no row needs a lock. */
  SQLITE("sqlite", "") {
    @Override
    long raise(GuardRow row) throws SQLException {
      return raiseByUpsert(row);
    }
  },

  /**
   * MariaDB and MySQL.
   *
   * <p>An upsert there counts 1 for an inserted row, 2 for a changed one, and 0 or 1, as the
   * connection is set, for one that is left alone. So 2 is a yes, and anything else is looked up in
   * the row, which is locked by then.
   *
   * <p>To begin with a plain UPDATE would let two first writers wait for each other: both lock the
   * gap where the row is missing.
   */
  MYSQL("mysql", " FOR UPDATE") {
    @Override
    long raise(GuardRow row) throws SQLException {
      int changed =
          row.execute(
              "INSERT INTO "
                  + row.table()
                  + " (resource, token, checks) VALUES (?, ?, 1) ON DUPLICATE KEY UPDATE"
                  + " checks = checks + (token <= ?), token = GREATEST(token, ?)",
              3);
      return changed == 2 ? row.token() : row.read().orElseThrow(Dialect::vanished);
    }

    /** The column holds bytes: the usual collations take different names for the same. */
    @Override
    void bind(PreparedStatement statement, int index, String resource) throws SQLException {
      statement.setBytes(index, resource.getBytes(StandardCharsets.UTF_8));
    }
  },

  /** Has no upsert that two first writers can make at once: the key tells them apart. */
  H2("h2", " FOR UPDATE") {
    @Override
    long raise(GuardRow row) throws SQLException {
      String update = " SET token = ?2, checks = checks + 1 WHERE resource = ?1 AND token <= ?2";
      for (int tries = 0; tries < TRIES_MAX; tries++) {
        if (row.execute("UPDATE " + row.table() + update, 1) == 1) {
          return row.token();
        }
        OptionalLong stored = row.read();
        if (stored.isPresent() && stored.getAsLong() > row.token()) {
          return stored.getAsLong();
        }
        if (stored.isEmpty() && row.insert()) {
          return row.token();
        }
      }
      throw vanished();
    }
  };

  private static final int TRIES_MAX = 3;
  private static final String SERIALIZATION_FAILURE = "40001";

  private final String file;
  private final String locking;

  Dialect(String file, String locking) {
    this.file = file;
    this.locking = locking;
  }

  /**
   * The dialect of a connection. The drivers answer without asking their server.
   *
   * @throws SQLFeatureNotSupportedException if there is none
   */
  static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "SQLite" -> SQLITE;
      case "MariaDB", "MySQL" -> MYSQL;
      case "H2" -> H2;
      default ->
          throw new SQLFeatureNotSupportedException(
              "No guard for "
                  + product
                  + ": there is one for PostgreSQL, MariaDB, MySQL, H2 and SQLite");
    };
  }

  /**
   * Locks the row, made if it is missing, and raises its token unless that is higher.
   *
   * @return the token of the row now: the given one, or the higher one
   */
  abstract long raise(GuardRow row) throws SQLException;

  void bind(PreparedStatement statement, int index, String resource) throws SQLException {
    statement.setString(index, resource);
  }

  /** Ends a SELECT that must see the newest committed row, and keep it. */
  String locking() {
    return locking;
  }

  /** The statement that makes the table of a guard. */
  String createTable(String table) {
    String name = "guard-table-" + file + ".sql";
    try (InputStream in = Dialect.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.replace(JdbcGuard.DEFAULT_TABLE, table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long raiseByUpsert(GuardRow row) throws SQLException {
    int changed =
        row.execute(
            "INSERT INTO "
                + row.table()
                + " AS g (resource, token, checks) VALUES (?, ?, 1) ON CONFLICT (resource)"
                + " DO UPDATE SET token = excluded.token, checks = g.checks + 1"
                + " WHERE g.token <= excluded.token",
            1);
    return changed == 1 ? row.token() : row.read().orElseThrow(Dialect::vanished);
  }

  /** Only a transaction that can't see what others have committed meanwhile comes here. */
  private static SQLTransactionRollbackException vanished() {
    return new SQLTransactionRollbackException(
        "Another transaction has changed the guard's row; run this transaction again",
        SERIALIZATION_FAILURE);
  }
}
