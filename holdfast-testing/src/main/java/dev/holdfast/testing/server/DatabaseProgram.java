package dev.holdfast.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Database servers of the distribution's packages, and how each is started in an empty folder.
 *
 * <p>Nothing is kept after a test, so none of them waits for its disk.
 */
public enum DatabaseProgram {
  /** PostgreSQL. */
  POSTGRESQL("postgresql", "database system is ready to accept connections", "QUIT") {
    @Override
    List<String> preparation(Path data) {
      return List.of(
          find("initdb"),
          "--pgdata=" + data,
          "--username=holdfast",
          "--auth=trust",
          "--encoding=UTF8",
          "--no-locale",
          "--no-sync");
    }

    @Override
    List<String> command(Path data, int port) {
      return List.of(
          find("postgres"),
          "-D",
          data.toString(),
          "-p",
          Integer.toString(port),
          "-c",
          "listen_addresses=127.0.0.1",
          "-c",
          "unix_socket_directories=",
          "-c",
          "fsync=off",
          "-c",
          "synchronous_commit=off",
          "-c",
          "full_page_writes=off",
          "-c",
          "shared_buffers=16MB");
    }

    @Override
    String jdbcUrl(int port) {
      return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=holdfast";
    }
  },

  /** MariaDB, without its tables of users and rights: whoever connects may do everything. */
  MARIADB("mariadb-server-core", "ready for connections", "KILL") {
    @Override
    List<String> preparation(Path data) {
      return List.of();
    }

    @Override
    List<String> command(Path data, int port) {
      return List.of(
          find("mariadbd"),
          "--no-defaults",
          "--skip-grant-tables",
          "--datadir=" + data,
          "--bind-address=127.0.0.1",
          "--port=" + port,
          "--socket=" + data.resolveSibling("mariadb.sock"),
          "--pid-file=" + data.resolveSibling("mariadb.pid"),
          "--skip-log-bin",
          "--innodb-log-file-size=4M",
          "--innodb-buffer-pool-size=16M",
          "--innodb-flush-method=nosync",
          "--innodb-flush-log-at-trx-commit=0");
    }

    @Override
    String jdbcUrl(int port) {
      return "jdbc:mariadb://127.0.0.1:"
          + port
          + "/holdfast?user=root&createDatabaseIfNotExist=true";
    }
  };

  private final String debianPackage;
  private final String ready;
  private final String endSignal;

  DatabaseProgram(String debianPackage, String ready, String endSignal) {
    this.debianPackage = debianPackage;
    this.ready = ready;
    this.endSignal = endSignal;
  }

  /** The command that makes the data folder; empty if the server does. */
  abstract List<String> preparation(Path data);

  abstract List<String> command(Path data, int port);

  abstract String jdbcUrl(int port);

  /** What the server writes to its log when it can be used. */
  String ready() {
    return ready;
  }

  /** What ends the server at once, and leaves nothing outside of its folder. */
  String endSignal() {
    return endSignal;
  }

  /** Debian keeps the programs of PostgreSQL out of the path, and MariaDB's out of a user's. */
  String find(String program) {
    Stream<Path> path =
        Stream.of(System.getenv("PATH").split(":", -1)).map(Path::of).map(Path::toAbsolutePath);
    return Stream.of(path, packaged(), Stream.of(Path.of("/usr/sbin")))
        .flatMap(folders -> folders)
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No %s found: install the package %s, as dev/test does."
                        .formatted(program, debianPackage)))
        .toString();
  }

  private static Stream<Path> packaged() {
    Path versions = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Stream.empty();
    }
    try (Stream<Path> found = Files.list(versions)) {
      return found.map(version -> version.resolve("bin")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
