package dev.holdfast.redis.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.LockView;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks are shared with npm's redlock, in both directions, over one node and over five. */
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class NpmRedlockTest {

  private static final Duration INSTALL_MAX = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private static Nodes nodes;

  /** The other program. */
  private record Peer(Process process, Writer in, BufferedReader out) implements AutoCloseable {

    static Peer start(int count) throws IOException {
      List<String> words = new ArrayList<>(List.of("node", "peer.js"));
      for (int node = 0; node < count; node++) {
        words.add(Integer.toString(nodes.get(node).port()));
      }
      Process process =
          new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
      return new Peer(
          process,
          process.outputWriter(StandardCharsets.UTF_8),
          process.inputReader(StandardCharsets.UTF_8));
    }

    String tell(String line) throws IOException {
      in.write(line + "\n");
      in.flush();
      return Objects.requireNonNull(out.readLine(), "the other program has ended");
    }

    @Override
    public void close() throws IOException {
      in.close();
      process.destroy();
    }
  }

  @BeforeAll
  static void install() throws Exception {
    assumeOnPath("node");
    assumeOnPath("npm");
    try (var script = NpmRedlockTest.class.getResourceAsStream("peer.js")) {
      Files.copy(Objects.requireNonNull(script), folder.resolve("peer.js"));
    }
    Process npm =
        new ProcessBuilder(
                "npm", "install", "--no-audit", "--no-fund", "redlock@4.2.0", "ioredis@5")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("npm.log").toFile())
            .start();
    boolean ended = npm.waitFor(INSTALL_MAX.toSeconds(), TimeUnit.SECONDS);
    npm.destroy();
    Assumptions.assumeTrue(
        ended && npm.exitValue() == 0,
        "skipped: npm could not install redlock and ioredis from its registry");
    nodes = Nodes.start(5);
  }

  private static void assumeOnPath(String program) {
    boolean found =
        List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
            .anyMatch(part -> Files.isExecutable(Path.of(part, program)));
    Assumptions.assumeTrue(found, "skipped: no " + program + " on the PATH");
  }

  @AfterAll
  static void stop() {
    if (nodes != null) {
      nodes.close();
    }
  }

  private static LockClient connect(int count) {
    return LockClient.connect(
        count == 1 ? "redis-plain://127.0.0.1:" + nodes.get(0).port() : nodes.uri("&ttl=5s"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void eachExcludesTheOther(int count) throws Exception {
    String name = "shared-" + count;
    try (LockClient client = connect(count);
        Peer peer = Peer.start(count)) {
      DistributedLock lock = client.lock(name);
      assertThat(peer.tell("lock " + name + " 20000")).isEqualTo("yes");
      assertThat(lock.tryLock()).isFalse();
      LockView.Holder holder = client.inspect(name).get(0).holders().get(0);
      assertThat(holder.party()).isEqualTo(LockView.Party.UNKNOWN);
      assertThat(peer.tell("extend " + name + " 20000")).isEqualTo("yes");
      assertThat(lock.tryLock()).isFalse();
      assertThat(peer.tell("unlock " + name)).isEqualTo("yes");

      assertThat(lock.tryLock()).isTrue();
      assertThat(peer.tell("lock " + name + " 20000")).startsWith("no ");
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      lock.unlock();
      assertThat(peer.tell("lock " + name + " 20000")).isEqualTo("yes");
      assertThat(peer.tell("unlock " + name)).isEqualTo("yes");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void lockThatTheOtherLetsExpire_isWaitedFor(int count) throws Exception {
    String name = "expires-" + count;
    try (LockClient client = connect(count);
        Peer peer = Peer.start(count)) {
      assertThat(peer.tell("lock " + name + " 600")).isEqualTo("yes");
      assertThat(client.lock(name).tryLock(5, TimeUnit.SECONDS)).isTrue();
      client.lock(name).unlock();
    }
  }
}
