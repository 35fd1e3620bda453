package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command sees when its store fails. */
class StoreFaultTest {

  private static final String TELLS_OF_TERM =
      "trap 'echo got-TERM' TERM; echo ready $$; while :; do sleep 0.01; done";

  @TempDir Path folder;

  private Holdfast.Builder command(String url, String script, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", "demo", "--url", url));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--", "sh", "-c", script));
    return Holdfast.command(folder, arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--verbose", "--json", "--quiet"})
  void wrongPassword_isToldWithoutIt(String verbosity) throws IOException {
    try (RedisServer server = RedisServer.builder().password("right").start()) {
      String url = "redis://:s3cret-w0rd@127.0.0.1:" + server.port();
      Holdfast.Ended ended = command(url, "true", verbosity).run().expect(69);
      assertThat(ended.err()).isNotEmpty().doesNotContain("s3cret-w0rd");
    }
  }

  @Test
  void passwordsInUrls_areNeverShown() throws IOException {
    try (RedisServer server = RedisServer.builder().password("s3cret-w0rd").start()) {
      Holdfast.Ended ended = command(server.uri(), "env", "--verbose").run().expect(0);
      assertThat(ended.out())
          .contains("HOLDFAST_STORE=redis://127.0.0.1:" + server.port())
          .doesNotContain("s3cret-w0rd");
      assertThat(ended.err()).doesNotContain("s3cret-w0rd");
    }
    assertThat(command("redis://:s3cret-w0rd@host:port", "true").run().expect(64).err())
        .doesNotContain("s3cret-w0rd");
    assertThat(command("bogus://:s3cret-w0rd@host", "true").run().expect(64).err())
        .doesNotContain("s3cret-w0rd");
  }

  @ParameterizedTest
  @CsvSource({"0,2s", "1s,2s", "3s,3s"})
  void silentStore_endsTheWaitForItToo(String wait, String told) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "redis://127.0.0.1:" + silent.getLocalPort() + "?connectTimeout=5m";
      assertThat(command(url, "true", "--wait", wait).run().expect(69).err())
          .startsWith("holdfast: Redis at 127.0.0.1:" + silent.getLocalPort())
          .contains("can't be reached: no answer in " + told + ";");
    }
  }

  @Test
  void storeForgot_commandIsToldAndKilled() throws IOException {
    try (RedisServer server = RedisServer.builder().start()) {
      Holdfast run = command(server.uri(), TELLS_OF_TERM, "--json").start();
      run.awaitOut("ready");
      server.restartWithoutData();
      Holdfast.Ended ended = run.awaitEnd().expect(79);
      assertThat(ended.events())
          .filteredOn(event -> "command-ended".equals(event.get("event")))
          .extracting(event -> event.get("exitCode"))
          .containsExactly(137L);
    }
  }

  @Test
  void networkGone_commandIsToldThenKilled_beforeTheLeaseCouldBeAnothers() throws IOException {
    try (RedisServer server = RedisServer.builder().start();
        TcpProxy network = TcpProxy.to("127.0.0.1", server.port())) {
      String url = "redis://127.0.0.1:" + network.port();
      Holdfast run =
          command(url, TELLS_OF_TERM, "--ttl", "6s", "--kill-after", "1s", "--json").start();
      run.awaitOut("ready");
      String pid = run.out().strip().substring("ready ".length());
      network.blackHole();
      run.awaitOut("got-TERM");
      // Whoever comes in next finds the command of the first one dead.
      Holdfast next =
          command(server.uri(), "if kill -0 " + pid + "; then echo overlap; else echo in; fi")
              .start();
      Holdfast.Ended ended = run.awaitEnd().expect(79);
      assertThat(ended.out()).isEqualTo("ready " + pid + "\ngot-TERM\n");
      Map<String, Object> end =
          ended.events().stream()
              .filter(event -> "command-ended".equals(event.get("event")))
              .findFirst()
              .orElseThrow();
      assertThat(end).containsEntry("exitCode", 137L);
      assertThat(next.awaitEnd().expect(0).out()).isEqualTo("in\n");
    }
  }

  @Test
  void networkBackInTime_commandNeverNotices() throws IOException {
    try (RedisServer server = RedisServer.builder().start();
        TcpProxy network = TcpProxy.to("127.0.0.1", server.port())) {
      String url = "redis://127.0.0.1:" + network.port();
      Holdfast run =
          command(url, "trap 'exit 3' TERM; echo ready; for i in $(seq 60); do sleep 0.1; done")
              .start();
      run.awaitOut("ready");
      network.reset();
      assertThat(run.awaitEnd().expect(0).out()).isEqualTo("ready\n");
    }
  }

  @Test
  void storeGoneAtTheEnd_codeIsTheCommands_andTheDoubtIsTold() throws IOException {
    try (RedisServer server = RedisServer.builder().start()) {
      Holdfast run =
          command(server.uri(), "echo ready; while [ ! -e stop ]; do sleep 0.05; done; exit 4")
              .start();
      run.awaitOut("ready");
      server.pause();
      java.nio.file.Files.createFile(folder.resolve("stop"));
      Holdfast.Ended ended = run.awaitEnd().expect(4);
      assertThat(ended.err()).contains("demo");
      server.resume();
    }
  }

  @Test
  void embeddedServerKilled_comesBackWithTheLock() throws IOException {
    Holdfast run =
        Holdfast.command(
                folder,
                "run",
                "demo",
                "--",
                "sh",
                "-c",
                "echo ready; while [ ! -e stop ]; do sleep 0.05; done")
            .start();
    run.awaitOut("ready");
    ProcessHandle.allProcesses()
        .filter(process -> process.info().command().orElse("").endsWith("redis-server"))
        .filter(process -> isOfThisTest(process.pid()))
        .forEach(ProcessHandle::destroyForcibly);
    Holdfast.command(folder, "run", "demo", "-n", "--", "true").run().expect(75);
    java.nio.file.Files.createFile(folder.resolve("stop"));
    run.awaitEnd().expect(0);
  }

  private boolean isOfThisTest(long pid) {
    try {
      return java.nio.file.Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd"))
          .startsWith(folder.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }
}
