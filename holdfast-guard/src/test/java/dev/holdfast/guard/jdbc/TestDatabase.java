package dev.holdfast.guard.jdbc;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;

import dev.holdfast.testing.server.DatabaseProgram;
import dev.holdfast.testing.server.DatabaseServer;
import dev.holdfast.testing.server.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.h2.tools.Server;

/**
 * The databases of the tests. Each is started at its first use, once for each JVM of tests, and
 * ends with it; tests take tables and resources of their own.
 */
// A database is started at its first use, so its address comes late.
@SuppressWarnings("ImmutableEnumChecker")
public enum TestDatabase {
  POSTGRESQL(TRANSACTION_READ_COMMITTED, TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE) {
    @Override
    String launch() {
      return serve(DatabaseProgram.POSTGRESQL);
    }
  },
  MARIADB(TRANSACTION_READ_COMMITTED, TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE) {
    @Override
    String launch() {
      return serve(DatabaseProgram.MARIADB);
    }
  },
  /** In this JVM, and served to others. */
  H2(TRANSACTION_READ_COMMITTED, TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE) {
    @Override
    String launch() throws SQLException {
      Server server =
          Server.createTcpServer(
              "-tcpPort", Integer.toString(Ports.free()), "-ifNotExists", "-tcpDaemon");
      return "jdbc:h2:%s/mem:guard;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000"
          .formatted(server.start().getURL());
    }
  },
  SQLITE(TRANSACTION_SERIALIZABLE) {
    @Override
    String launch() throws IOException {
      Path folder = Files.createTempDirectory("holdfast-sqlite-");
      Path file = folder.resolve("guard.db");
      atExit(
          () -> {
            for (String end : List.of("", "-wal", "-shm", "-journal")) {
              Files.deleteIfExists(folder.resolve("guard.db" + end));
            }
            Files.delete(folder);
          });
      return "jdbc:sqlite:" + file + "?journal_mode=WAL&busy_timeout=20000&synchronous=OFF";
    }
  };

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final List<Integer> isolations;
  private String url;

  TestDatabase(Integer... isolations) {
    this.isolations = List.of(isolations);
  }

  abstract String launch() throws IOException, SQLException;

  /** The address, by which other processes reach it too. */
  public synchronized String url() {
    if (url == null) {
      try {
        url = launch();
        try (Connection connection = DriverManager.getConnection(url)) {
          JdbcGuard.create().createTable(connection);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    return url;
  }

  /** Opens a connection with auto-commit on. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url());
  }

  /** Opens a connection with a transaction begun. */
  public Connection begin() throws SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    return connection;
  }

  /** Carries out one statement by itself. */
  public void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Each database with each of its isolation levels from READ COMMITTED upwards. */
  static Stream<Level> levels() {
    return Stream.of(values())
        .flatMap(database -> database.isolations.stream().map(level -> new Level(database, level)));
  }

  /** A database and an isolation level. */
  record Level(TestDatabase database, int isolation) {

    @Override
    public String toString() {
      return database
          + switch (isolation) {
            case TRANSACTION_READ_COMMITTED -> " at READ COMMITTED";
            case TRANSACTION_REPEATABLE_READ -> " at REPEATABLE READ";
            default -> " at SERIALIZABLE";
          };
    }
  }

  /** A name for a table or resource that nothing else in this JVM has. */
  public static String unique(String beginning) {
    return beginning + ProcessHandle.current().pid() + "_" + NAMES.incrementAndGet();
  }

  private static String serve(DatabaseProgram program) {
    DatabaseServer server = DatabaseServer.start(program);
    atExit(server);
    return server.jdbcUrl();
  }

  private static void atExit(AutoCloseable closeable) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    closeable.close();
                  } catch (Exception e) {
                    System.err.println("Left behind by a test database: " + e);
                  }
                }));
  }
}
