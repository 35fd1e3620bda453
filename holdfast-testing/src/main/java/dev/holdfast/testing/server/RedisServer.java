package dev.holdfast.testing.server;

import dev.holdfast.testing.process.ServerProcess;
import dev.holdfast.testing.process.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A real redis-server on a free port of the loopback interface, with a folder of its own.
 *
 * <p>It dies with this JVM. Calls that start, stop or restart it belong to one thread at a time.
 */
public final class RedisServer implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final Duration READY_WAIT_MAX = Duration.ofSeconds(20);
  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(10);
  private static final int PORT_TRIES_MAX = 10;

  private final RedisOptions options;
  private final RedisFolder folder;
  private int port;
  private ServerProcess process;

  private RedisServer(RedisOptions options) throws IOException {
    this.options = options;
    this.folder = RedisFolder.create();
    this.port = Ports.free();
    this.process = launch();
  }

  /**
   * Starts a Redis 6.2 with defaults: no password, no persistence.
   *
   * @return the running server
   */
  public static RedisServer start() {
    return builder().start();
  }

  /**
   * Starts a server of some version with defaults.
   *
   * @param version which one
   * @return the running server
   */
  public static RedisServer start(RedisVersion version) {
    return builder().version(version).start();
  }

  /**
   * Begins to describe a server.
   *
   * @return a builder
   */
  public static RedisOptions.Builder builder() {
    return new RedisOptions.Builder();
  }

  static RedisServer start(RedisOptions options) {
    RedisServer server;
    try {
      server = new RedisServer(options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      server.awaitFirstStart();
      return server;
    } catch (IOException e) {
      server.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  /**
   * Somebody may take the port after we had looked at it: try another one. All else is an error.
   */
  private void awaitFirstStart() throws IOException {
    for (int tries = 1; !awaitReady(); tries++) {
      if (tries == PORT_TRIES_MAX || !process.logTail().contains("Address already in use")) {
        throw new IllegalStateException("The server did not start:\n" + process.logTail());
      }
      port = Ports.free();
      process = launch();
    }
  }

  private ServerProcess launch() throws IOException {
    Path config = folder.configure(options, port);
    List<String> command = new ArrayList<>();
    command.add(options.executable.toString());
    command.add(config.toString());
    if (options.sentinel) {
      command.add("--sentinel");
    }
    return ServerProcess.start("redis-" + port, command, folder.path());
  }

  private boolean awaitReady() {
    return process.awaitReady(READY_WAIT_MAX, this::answersAsOurs);
  }

  /** The pid tells our server from another one that got the port first. */
  private boolean answersAsOurs() throws IOException {
    try (RawRedis redis = connect()) {
      redis.command("PING");
      long pid = Long.parseLong(redis.info("server").getOrDefault("process_id", "0"));
      return pid == process.child().pid();
    } catch (RedisErrorException | UncheckedIOException e) {
      return false;
    }
  }

  /**
   * The address to connect to.
   *
   * @return an IPv4 address
   */
  public String host() {
    return HOST;
  }

  /**
   * The port, which stays the same over restarts.
   *
   * @return the port
   */
  public int port() {
    return port;
  }

  /**
   * The address as a URI.
   *
   * @return {@code redis://} or {@code rediss://}, with the password of the default user if it has
   *     one
   */
  public String uri() {
    String scheme = options.certificates == null ? "redis" : "rediss";
    String login = password().map(word -> ":" + word + "@").orElse("");
    return "%s://%s%s:%d".formatted(scheme, login, HOST, port);
  }

  /**
   * The password of the default user.
   *
   * @return the password, or empty
   */
  public Optional<String> password() {
    return Optional.ofNullable(options.password);
  }

  /**
   * Opens a connection of the tests' own, logged in with all rights.
   *
   * @return the connection, to be closed by the caller
   */
  public RawRedis raw() {
    try {
      return connect();
    } catch (IOException e) {
      throw new UncheckedIOException("No connection to the server on port " + port, e);
    }
  }

  private RawRedis connect() throws IOException {
    SSLContext tls = options.certificates == null ? null : options.certificates.clientContext();
    RawRedis redis = RawRedis.connect(HOST, port, tls);
    try {
      if (!options.users.isEmpty()) {
        redis.command("AUTH", RedisFolder.HARNESS_USER, RedisFolder.HARNESS_PASSWORD);
      } else if (options.password != null) {
        redis.command("AUTH", options.password);
      }
      return redis;
    } catch (RuntimeException e) {
      redis.close();
      throw e;
    }
  }

  /**
   * Waits until replicas follow this server and have its data.
   *
   * @param count how many
   */
  public void awaitReplicas(int count) {
    Waiting.until(READY_WAIT_MAX, () -> replicas() == count, () -> count + " replicas");
  }

  private long replicas() {
    try (RawRedis redis = raw()) {
      return redis.info("replication").entrySet().stream()
          .filter(field -> field.getKey().matches("slave\\d+"))
          .filter(field -> field.getValue().contains("state=online"))
          .count();
    }
  }

  /** Stops the process where it is (SIGSTOP); connections stay open and nothing is answered. */
  public void pause() {
    process.child().pause();
  }

  /** Lets a paused server go on (SIGCONT). */
  public void resume() {
    process.child().resume();
  }

  /** Kills the server (SIGKILL). What it had not written to its disk is lost. */
  public void kill() {
    process.child().kill();
  }

  /** Ends the server in an orderly way, keeping its data, and waits for its end. */
  public void shutDown() {
    try (RawRedis redis = raw()) {
      // SAVE writes the data even where no automatic saving is configured.
      redis.send("SHUTDOWN", "SAVE");
      process.child().awaitExit(STOP_WAIT_MAX);
    }
  }

  /**
   * Starts the server again on the same port with the data that it had; after {@link #kill}, with
   * what is on its disk. A running server is shut down before.
   */
  public void restartWithData() {
    if (process.child().isAlive()) {
      shutDown();
    }
    relaunch();
  }

  /** Starts the server again on the same port with no data. A running server is killed before. */
  public void restartWithoutData() {
    kill();
    try {
      folder.deleteData();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    relaunch();
  }

  private void relaunch() {
    try {
      process = launch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!awaitReady()) {
      throw new IllegalStateException("The server did not restart:\n" + process.logTail());
    }
  }

  /**
   * Whether the process runs; a paused one does.
   *
   * @return true until it is killed or stopped
   */
  public boolean isAlive() {
    return process.child().isAlive();
  }

  /**
   * The end of the log.
   *
   * @return its last lines
   */
  public String logTail() {
    return process.logTail();
  }

  /** Kills the server and deletes its folder. */
  @Override
  public void close() {
    process.close();
    try {
      folder.delete();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
