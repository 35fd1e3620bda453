package dev.holdfast.testing.server;

import dev.holdfast.testing.process.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real database server on a free port of the loopback interface, with a folder of its own.
 *
 * <p>It dies with this JVM. Its start takes seconds, so tests share one and take tables of their
 * own.
 */
public final class DatabaseServer implements AutoCloseable {

  private static final Duration READY_WAIT_MAX = Duration.ofSeconds(60);
  private static final Duration END_WAIT_MAX = Duration.ofSeconds(10);
  private static final int PORT_TRIES_MAX = 10;

  private final DatabaseProgram program;
  private final Path folder;
  private int port;
  private ServerProcess process;

  private DatabaseServer(DatabaseProgram program) throws IOException {
    this.program = program;
    this.folder = Files.createTempDirectory("holdfast-database-");
    Unprivileged.give(folder);
    Path data = Files.createDirectory(folder.resolve("data"));
    Unprivileged.give(data);
    prepare(data);
    this.port = Ports.free();
    this.process = launch();
  }

  /**
   * Starts a server with an empty database.
   *
   * @param program which one
   * @return the running server
   */
  public static DatabaseServer start(DatabaseProgram program) {
    DatabaseServer server;
    try {
      server = new DatabaseServer(program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      server.awaitStart();
      return server;
    } catch (IOException e) {
      server.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  private void prepare(Path data) throws IOException {
    List<String> preparation = program.preparation(data);
    if (preparation.isEmpty()) {
      return;
    }
    try (ServerProcess preparing = start("prepare", preparation)) {
      int code = preparing.child().awaitExit(READY_WAIT_MAX);
      if (code != 0) {
        throw new IllegalStateException(
            "%s ended with %d:\n%s".formatted(preparation, code, preparing.logTail()));
      }
    }
  }

  private ServerProcess launch() throws IOException {
    return start(program + "-" + port, program.command(folder.resolve("data"), port));
  }

  private ServerProcess start(String name, List<String> command) throws IOException {
    return ServerProcess.start(name, Unprivileged.command(command), folder);
  }

  /** Somebody may take the port after we had looked at it: then the server ends; try another. */
  private void awaitStart() throws IOException {
    for (int tries = 1; !isReady(); tries++) {
      if (tries == PORT_TRIES_MAX) {
        throw new IllegalStateException("The server did not start:\n" + process.logTail());
      }
      port = Ports.free();
      process = launch();
    }
  }

  private boolean isReady() {
    return process.awaitReady(READY_WAIT_MAX, () -> process.logTail().contains(program.ready()));
  }

  /**
   * The address for JDBC, with a user that may do everything.
   *
   * @return the URL
   */
  public String jdbcUrl() {
    return program.jdbcUrl(port);
  }

  Path folder() {
    return folder;
  }

  /**
   * The end of the log.
   *
   * @return its last lines
   */
  public String logTail() {
    return process.logTail();
  }

  /** Ends the server and deletes its folder. */
  @Override
  public void close() {
    if (process.child().isAlive()) {
      process.child().signal(program.endSignal());
      process.child().awaitExit(END_WAIT_MAX);
    }
    process.close();
    try {
      FileTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
