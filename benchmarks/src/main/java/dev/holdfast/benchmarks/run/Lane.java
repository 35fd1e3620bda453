package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.BenchCase;
import dev.holdfast.benchmarks.Settings;
import dev.holdfast.benchmarks.contestant.ContestantKind;
import dev.holdfast.benchmarks.measure.Handoffs;
import dev.holdfast.benchmarks.measure.Holds;
import dev.holdfast.benchmarks.measure.Round;
import dev.holdfast.benchmarks.measure.ServerUse;
import dev.holdfast.benchmarks.measure.SliceResult;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** One contestant in one case, with a server and processes of its own. For one thread. */
final class Lane implements AutoCloseable {

  private static final Duration START_WAIT_MAX = Duration.ofMinutes(2);

  /** A slice ends when every thread has had its last lock, which may take a lost message's time. */
  private static final Duration DRAIN_WAIT_MAX = Duration.ofSeconds(90);

  private static final Duration LEAD = Duration.ofMillis(30);
  private static final List<String> JVM_OPTIONS = List.of("-Xms128m", "-Xmx512m");
  private static final String COMMON_KEY = "one";
  private static final String OWN_KEYS = "-";

  private final ContestantKind kind;
  private final BenchCase bench;
  private final Path folder;
  private final RedisServer server;
  private final RawRedis raw;
  private final List<DriverProcess> drivers = new ArrayList<>();

  private Lane(ContestantKind kind, BenchCase bench, Settings settings, Path folder)
      throws IOException {
    this.kind = kind;
    this.bench = bench;
    this.folder = folder;
    this.server = RedisServer.builder().executable(settings.redis()).start();
    this.raw = server.raw();
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    options.addAll(settings.jvmOptions());
    List<String> arguments =
        List.of(
            kind.id(),
            server.uri(),
            Integer.toString(bench.threads()),
            bench.isContended() ? COMMON_KEY : OWN_KEYS,
            Long.toString(bench.holdMicros()),
            Long.toString(bench.pauseMicros()));
    for (int jvm = 0; jvm < settings.jvmsOf(bench); jvm++) {
      String name = bench.id() + "-" + kind.id() + "-" + jvm;
      drivers.add(DriverProcess.start(name, options, arguments, folder));
    }
  }

  /** Starts server and processes; {@link #awaitReady} has to follow. */
  static Lane open(ContestantKind kind, BenchCase bench, Settings settings, Path folder)
      throws IOException {
    return new Lane(kind, bench, settings, folder);
  }

  ContestantKind kind() {
    return kind;
  }

  void awaitReady() throws InterruptedException {
    for (DriverProcess driver : drivers) {
      driver.await("ready", START_WAIT_MAX);
    }
  }

  /** Lets all processes run at the same time, and adds up what they and the server did. */
  Round turn(Duration length) throws IOException, InterruptedException {
    ServerUse before = ServerMeter.read(raw);
    long start = System.nanoTime() + LEAD.toNanos();
    long end = start + length.toNanos();
    for (int jvm = 0; jvm < drivers.size(); jvm++) {
      String holds = bench.hasHandoffs() ? holdsFile(jvm).toString() : "-";
      drivers.get(jvm).send("run " + start + " " + end + " " + holds);
    }
    SliceResult sum = null;
    for (DriverProcess driver : drivers) {
      String answer = driver.await("done", length.plus(DRAIN_WAIT_MAX));
      SliceResult result = SliceResult.decode(answer);
      sum = sum == null ? result : sum.plus(result, /* sameSlice= */ true);
    }
    Objects.requireNonNull(sum, "no processes");
    ServerUse use = ServerMeter.read(raw).since(before);
    return new Round(sum, use, handoffs());
  }

  private Handoffs handoffs() throws IOException {
    Handoffs handoffs = new Handoffs();
    if (bench.hasHandoffs()) {
      List<List<Holds>> processes = new ArrayList<>();
      for (int jvm = 0; jvm < drivers.size(); jvm++) {
        processes.add(Holds.read(holdsFile(jvm)));
        Files.delete(holdsFile(jvm));
      }
      handoffs.add(processes);
    }
    return handoffs;
  }

  private Path holdsFile(int jvm) {
    return folder.resolve(kind.id() + "-" + jvm + ".holds");
  }

  /** Commands that clients send per cycle, by name, seen in a turn that is not measured. */
  Map<String, Double> sentPerCycle(Duration length) throws IOException, InterruptedException {
    try (CommandTap tap = CommandTap.open(server)) {
      Round round = turn(length);
      raw.command("ECHO", CommandTap.END);
      Map<String, Double> perCycle = new TreeMap<>();
      tap.awaitEnd()
          .forEach((name, count) -> perCycle.put(name, (double) count / round.clients().cycles()));
      return perCycle;
    }
  }

  @Override
  public void close() {
    drivers.forEach(DriverProcess::close);
    raw.close();
    server.close();
  }
}
