package dev.holdfast.demo.worker;

import dev.holdfast.guard.jdbc.JdbcGuard;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What the lock is there for: a number in a database that everyone reads, and later writes one
 * higher. For one thread.
 *
 * <p>With the guard, each transaction shows the token of its lease first. The first one, which
 * reads, already makes earlier tokens stale.
 */
final class Counter implements AutoCloseable {

  private final Connection connection;
  private final boolean guarded;
  private final String worker;
  private final String resource;
  private final JdbcGuard guard = JdbcGuard.create();

  Counter(WorkerOptions options) throws SQLException {
    connection = DriverManager.getConnection(options.database());
    connection.setAutoCommit(false);
    guarded = options.guarded() && !options.naive();
    worker = options.name();
    resource = options.lock();
  }

  long read(long token) throws SQLException {
    return transaction(
        token,
        () -> {
          try (Statement statement = connection.createStatement();
              ResultSet row = statement.executeQuery("SELECT amount FROM counter")) {
            row.next();
            return row.getLong(1);
          }
        });
  }

  /** Gives the number of the write in the order of all writes. */
  long write(long token, long read) throws SQLException {
    return transaction(
        token,
        () -> {
          try (PreparedStatement update =
                  connection.prepareStatement("UPDATE counter SET amount = ?");
              PreparedStatement insert =
                  connection.prepareStatement(
                      "INSERT INTO history (worker, token, was, became) VALUES (?, ?, ?, ?)",
                      Statement.RETURN_GENERATED_KEYS)) {
            update.setLong(1, read + 1);
            update.executeUpdate();
            insert.setString(1, worker);
            insert.setLong(2, token);
            insert.setLong(3, read);
            insert.setLong(4, read + 1);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
              keys.next();
              return keys.getLong(1);
            }
          }
        });
  }

  /** What is done in a transaction. */
  private interface Step {
    long take() throws SQLException;
  }

  private long transaction(long token, Step step) throws SQLException {
    boolean committed = false;
    try {
      if (guarded) {
        guard.check(connection, resource, token);
      }
      long result = step.take();
      connection.commit();
      committed = true;
      return result;
    } finally {
      if (!committed) {
        connection.rollback();
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
