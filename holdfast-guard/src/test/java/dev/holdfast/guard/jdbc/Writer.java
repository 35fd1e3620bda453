package dev.holdfast.guard.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A value that writers read, raise by one and write back under a guard, and the database's own
 * history of it: in the same transaction each writer notes the value and its token.
 *
 * <p>The value proves nothing was lost, the tokens prove the order. No constraint of the database
 * helps: without the guard everything here would be committed.
 */
public final class Writer {

  private final JdbcGuard guard;
  private final String resource;

  public Writer(JdbcGuard guard, String resource) {
    this.guard = guard;
    this.resource = resource;
  }

  /** A line of the history. */
  public record Entry(long value, long token) {}

  static void createTables(TestDatabase database) throws SQLException {
    String name = "VARCHAR(200) NOT NULL";
    database.execute("CREATE TABLE IF NOT EXISTS counter (resource " + name + ", n BIGINT)");
    database.execute(
        "CREATE TABLE IF NOT EXISTS history (resource " + name + ", n BIGINT, token BIGINT)");
  }

  /** Makes the guarded row. */
  public static void create(TestDatabase database, String resource) throws SQLException {
    createTables(database);
    database.execute("INSERT INTO counter (resource, n) VALUES ('" + resource + "', 0)");
  }

  /** Checks, and reads the value. */
  public long read(Connection connection, long token) throws SQLException {
    guard.check(connection, resource, token);
    return value(connection);
  }

  public long value(Connection connection) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT n FROM counter WHERE resource = ?")) {
      select.setString(1, resource);
      try (ResultSet rows = select.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** Writes what was read plus one, and notes it. Does not commit. */
  public void write(Connection connection, long token, long read) throws SQLException {
    try (PreparedStatement update =
            connection.prepareStatement("UPDATE counter SET n = ? WHERE resource = ?");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO history (n, token, resource) VALUES (?, ?, ?)")) {
      update.setLong(1, read + 1);
      update.setString(2, resource);
      update.executeUpdate();
      insert.setLong(1, read + 1);
      insert.setLong(2, token);
      insert.setString(3, resource);
      insert.executeUpdate();
    }
  }

  /** All of it, by value and then by token. */
  public List<Entry> history(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT n, token FROM history WHERE resource = ? ORDER BY n, token")) {
      select.setString(1, resource);
      List<Entry> entries = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          entries.add(new Entry(rows.getLong(1), rows.getLong(2)));
        }
      }
      return entries;
    }
  }

  /** What is wrong with a history; empty if nothing is. */
  public static List<String> faults(List<Entry> history, long value) {
    List<String> faults = new ArrayList<>();
    long highest = 0;
    for (int i = 0; i < history.size(); i++) {
      Entry entry = history.get(i);
      if (entry.value() != i + 1) {
        faults.add("lost update: entry " + (i + 1) + " is " + entry);
      }
      if (entry.token() < highest) {
        faults.add("stale write: " + entry + " after token " + highest);
      }
      highest = Math.max(highest, entry.token());
    }
    if (value != history.size()) {
      faults.add("lost update: the value is " + value + " after " + history.size() + " writes");
    }
    return faults;
  }
}
