package dev.holdfast.verification.chaos;

import dev.holdfast.testing.process.ChildJvm;
import dev.holdfast.testing.process.LineProcess;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.verification.chaos.worker.Plant;
import dev.holdfast.verification.chaos.worker.Worker;
import dev.holdfast.verification.chaos.worker.WorkerOptions;
import dev.holdfast.verification.chaos.worker.WorkerStats.Snapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The place of one worker process, with a network of its own. When the process is killed another
 * one takes its place, under another name. For one thread.
 */
final class Post implements AutoCloseable {

  private static final Duration READY_WAIT_MAX = Duration.ofMinutes(3);
  private static final Duration END_WAIT_MAX = Duration.ofMinutes(3);
  private static final String STATS = "stats ";
  private static final String PROBLEM = "problem ";

  private final int number;
  private final ChaosOptions options;
  private final Path folder;
  private final int guardPort;
  private final TcpProxy proxy;
  private final List<String> problems = new ArrayList<>();
  private Snapshot ofEnded = Snapshot.ZERO;
  private int generation;
  private LineProcess worker;
  private boolean paused;

  Post(int number, ChaosOptions options, Path folder, RedisServer server, int guardPort) {
    this.number = number;
    this.options = options;
    this.folder = folder;
    this.guardPort = guardPort;
    this.proxy = TcpProxy.to(server.host(), server.port());
    this.worker = launch();
  }

  private LineProcess launch() {
    long timeoutMillis = Math.max(200, Math.min(2_000, options.ttl().toMillis() / 2));
    boolean apart = options.plant() == Plant.SPLIT && number == 1;
    String uri =
        "redis://%s:%d?timeout=%dms&connectTimeout=2s%s"
            .formatted(proxy.host(), proxy.port(), timeoutMillis, apart ? "&prefix=apart" : "");
    WorkerOptions given =
        new WorkerOptions(
            folder,
            name(),
            uri,
            guardPort,
            options.ttl(),
            options.threads(),
            options.names(),
            options.seed() * 1_000 + number * 100L + generation,
            options.plant());
    return ChildJvm.of(Worker.class, given.arguments())
        .options("-Xmx128m", "-XX:TieredStopAtLevel=1")
        .start();
  }

  /** The name of the present process. */
  String name() {
    return "p" + number + "-" + generation;
  }

  TcpProxy proxy() {
    return proxy;
  }

  void awaitReady() {
    worker.await("ready", READY_WAIT_MAX);
  }

  boolean paused() {
    return paused;
  }

  void pause() {
    worker.pause();
    paused = true;
  }

  void resume() {
    if (paused) {
      worker.resume();
      paused = false;
    }
  }

  /** Kills the process and starts the next one; returns the name of the dead one. */
  String replace() {
    String dead = name();
    worker.kill();
    paused = false;
    collect();
    worker.close();
    generation++;
    worker = launch();
    return dead;
  }

  /** Tells the process to end in order. */
  void end() {
    resume();
    worker.closeInput();
  }

  /** Waits for the orderly end. */
  void awaitEnd() {
    try {
      int code = worker.awaitExit(END_WAIT_MAX);
      if (code != 0) {
        problems.add(name() + " ended with exit code " + code);
      }
    } catch (AssertionError e) {
      problems.add(name() + " did not end: " + e.getMessage());
    }
    collect();
  }

  private void collect() {
    ofEnded = ofEnded.plus(present());
    for (String line : worker.lines()) {
      if (line.startsWith(PROBLEM)) {
        problems.add(name() + ": " + line.substring(PROBLEM.length()));
      }
    }
    if (!problems.isEmpty()) {
      worker.errorLines().forEach(line -> problems.add(name() + ": " + line));
    }
  }

  /** What the present process has counted. */
  private Snapshot present() {
    List<String> lines = worker.lines();
    Optional<String> last = Optional.empty();
    for (int i = lines.size() - 1; i >= 0 && last.isEmpty(); i--) {
      last = Optional.of(lines.get(i)).filter(line -> line.startsWith(STATS));
    }
    return last.map(line -> Snapshot.parse(line.substring(STATS.length()))).orElse(Snapshot.ZERO);
  }

  /** What all processes of this place have counted, while one is alive. */
  Snapshot counted() {
    return ofEnded.plus(present());
  }

  /** The same when the last one has ended. */
  Snapshot total() {
    return ofEnded;
  }

  List<String> problems() {
    return problems;
  }

  @Override
  public void close() {
    worker.close();
    proxy.close();
  }
}
