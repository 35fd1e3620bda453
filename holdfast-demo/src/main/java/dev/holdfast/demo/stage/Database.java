package dev.holdfast.demo.stage;

import dev.holdfast.guard.jdbc.JdbcGuard;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.tools.Server;

/**
 * The database with the counter: in the memory of this JVM, and served to the workers on the
 * loopback address. Without its password nobody gets in, and no other database can be made there.
 */
public final class Database implements AutoCloseable {

  private static final String SCHEMA =
      """
      CREATE TABLE counter (amount BIGINT NOT NULL);
      INSERT INTO counter VALUES (0);
      CREATE TABLE history (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        worker VARCHAR(40) NOT NULL,
        token BIGINT NOT NULL,
        was BIGINT NOT NULL,
        became BIGINT NOT NULL);
      """;

  private final Connection connection;
  private final Server server;
  private final String uri;

  private Database(Connection connection, Server server, String uri) {
    this.connection = connection;
    this.server = server;
    this.uri = uri;
  }

  static Database start(String name, String password) throws SQLException {
    System.setProperty("h2.bindAddress", "127.0.0.1");
    String login = ";USER=demo;PASSWORD=" + password;
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + name + login);
    boolean complete = false;
    try {
      JdbcGuard.create().createTable(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute(SCHEMA);
      }
      Server server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon").start();
      complete = true;
      String uri = "jdbc:h2:tcp://127.0.0.1:%d/mem:%s%s".formatted(server.getPort(), name, login);
      return new Database(connection, server, uri);
    } finally {
      if (!complete) {
        connection.close();
      }
    }
  }

  /** Where workers connect, with the password. */
  String uri() {
    return uri;
  }

  /** All writes in order. */
  public History history() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      List<History.Write> writes = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("SELECT * FROM history ORDER BY number")) {
        while (rows.next()) {
          writes.add(
              new History.Write(
                  rows.getLong("number"),
                  rows.getString("worker"),
                  rows.getLong("token"),
                  rows.getLong("was"),
                  rows.getLong("became")));
        }
      }
      try (ResultSet row = statement.executeQuery("SELECT amount FROM counter")) {
        row.next();
        return new History(writes, row.getLong(1));
      }
    }
  }

  @Override
  public void close() throws SQLException {
    server.stop();
    connection.close();
  }
}
