package dev.holdfast.demo.stage;

import dev.holdfast.demo.event.DemoFailedException;
import dev.holdfast.demo.redis.PlainRedis;
import dev.holdfast.demo.redis.RedisAddress;
import dev.holdfast.embedded.RedisBinary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A redis-server of the demo's own, on a free port of the loopback address. */
public final class RedisNode {

  private static final String HOST = "127.0.0.1";
  private static final long LOOK_MILLIS = 10;
  private static final int LOOKS_MAX = 1_500;

  private final Children children;
  private final Path folder;
  private final String password;
  private final int port;
  private Process process;

  private RedisNode(Children children, Path folder, String password, int port, Process process) {
    this.children = children;
    this.folder = folder;
    this.password = password;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts one.
   *
   * @param primaryPort where the primary is to be found; 0: it is a primary itself
   */
  static RedisNode start(Children children, Path folder, String password, int primaryPort)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    int port = Ports.free();
    Process process = launch(children, folder, password, port, primaryPort);
    RedisNode node = new RedisNode(children, folder, password, port, process);
    node.await("answer", node::answers);
    return node;
  }

  private static Process launch(
      Children children, Path folder, String password, int port, int primaryPort)
      throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "bind " + HOST,
                "port " + port,
                "requirepass " + password,
                "masterauth " + password,
                "save \"\"",
                "repl-diskless-sync yes",
                "repl-diskless-sync-delay 0",
                "repl-ping-replica-period 1"));
    if (primaryPort != 0) {
      lines.add("replicaof " + HOST + " " + primaryPort);
    }
    Path file = Files.write(folder.resolve("redis.conf"), lines);
    return children.start(
        new ProcessBuilder(RedisBinary.locate().toString(), file.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("redis.log").toFile()));
  }

  /** Its port. */
  public int port() {
    return port;
  }

  /** Its address, with the password. */
  public String uri() {
    return uriAt(port);
  }

  /** Its address, when it is reached by another port. */
  public String uriAt(int otherPort) {
    return "redis://:%s@%s:%d".formatted(password, HOST, otherPort);
  }

  /** Kills it (SIGKILL): it keeps nothing. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts it again, as a replica of another, and waits until it has that one's data. */
  public void returnAsReplicaOf(RedisNode primary) throws IOException, InterruptedException {
    process = launch(children, folder, password, port, primary.port);
    awaitLink();
  }

  /** Makes it a primary. */
  public void promote() throws IOException {
    ask("REPLICAOF", "NO", "ONE");
  }

  /** Waits until it has the data of its primary. */
  public void awaitLink() throws InterruptedException {
    await("follow its primary", () -> info("replication").contains("master_link_status:up"));
  }

  /** Waits until so many replicas are listed there. */
  public void awaitReplicas(int count) throws InterruptedException {
    await("have " + count + " replicas", () -> info("replication").contains("slaves:" + count));
  }

  private boolean answers() {
    return info("server").contains("process_id:" + process.pid());
  }

  private String info(String section) {
    try {
      return ask("INFO", section);
    } catch (IOException e) {
      return "";
    }
  }

  private String ask(String... words) throws IOException {
    try (PlainRedis redis = PlainRedis.connect(RedisAddress.parse(uri()))) {
      @Nullable String answer = redis.command(words);
      return answer == null ? "" : answer;
    }
  }

  private String lastWords() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("redis.log"));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  private void await(String what, BooleanSupplier condition) throws InterruptedException {
    for (int looks = 0; !condition.getAsBoolean(); looks++) {
      if (looks == LOOKS_MAX || !process.isAlive()) {
        throw new DemoFailedException(
            "the server on port %d does not %s:%n%s".formatted(port, what, lastWords()));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }
}
