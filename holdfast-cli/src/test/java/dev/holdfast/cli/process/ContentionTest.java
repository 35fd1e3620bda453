package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.process.Waiting;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Two commands in two terminals. */
@ParameterizedClass
@EnumSource
class ContentionTest {

  /** Where the lock is. */
  enum Store {
    EMBEDDED,
    NAMED
  }

  private static final String HOLDS = "echo ready; exec sleep 600";

  /** Far below the TTL of 30 s, which is what a waiter must not have to wait for. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  @Parameter Store store;
  @TempDir Path folder;
  private @Nullable RedisServer server;
  private final List<Holdfast> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Holdfast::kill);
    Holdfast.endAllIn(folder);
    if (server != null) {
      server.close();
    }
  }

  private Holdfast.Builder command(String script, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", "demo"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--", "sh", "-c", script));
    Holdfast.Builder builder = Holdfast.command(folder, arguments.toArray(String[]::new));
    if (store == Store.NAMED) {
      if (server == null) {
        server = RedisServer.builder().version(RedisVersion.EMBEDDED_6_2).password("pw").start();
      }
      builder.environment("HOLDFAST_URL", server.uri());
    }
    return builder;
  }

  private Holdfast start(String script, String... options) throws IOException {
    Holdfast run = command(script, options).start();
    started.add(run);
    return run;
  }

  private Holdfast startHolder(String... options) throws IOException {
    Holdfast holder = start(HOLDS, options);
    holder.awaitOut("ready");
    return holder;
  }

  @Test
  void held_refusesWhoDoesNotWait_andNamesTheHolder() throws IOException {
    Holdfast holder = startHolder("--note", "release 1.7");
    assertThat(command("echo in", "--wait", "0").run().expect(75).err())
        .contains("pid " + holder.pid(), "release 1.7");
    assertThat(command("echo in", "-n", "-E", "9").run().expect(9).out()).isEmpty();
    assertThat(command("echo in", "-n", "--quiet").run().expect(75).err()).isEmpty();
    assertThat(command("echo in", "--wait", "300ms").run().expect(75).out()).isEmpty();
  }

  @Test
  void waiter_isToldWhyItWaits_andComesInWhenTheHolderEnds() throws IOException {
    Holdfast holder = startHolder();
    Holdfast waiter = start("echo in");
    waiter.awaitErr("waiting for 'demo'");
    waiter.awaitErr("in the queue");
    assertThat(waiter.err())
        .containsPattern(
            "held by holdfast-run .*pid " + holder.pid() + ".* since [0-9:]{8} .*place 1 of 1");
    holder.signal("TERM");
    holder.awaitEnd().expect(143);
    assertThat(waiter.awaitEnd().expect(0).out()).isEqualTo("in\n");
  }

  @Test
  void ctrlCOfTheHolder_letsTheNextInAtOnce() throws Exception {
    Holdfast holder = startHolder();
    Holdfast waiter = start("echo in");
    waiter.awaitErr("waiting for 'demo'");
    long pressedNanos = System.nanoTime();
    holder.pressCtrlC();
    waiter.awaitOut("in");
    assertThat(Duration.ofNanos(System.nanoTime() - pressedNanos)).isLessThan(AT_ONCE);
    holder.awaitEnd().expect(130);
  }

  @Test
  void killOfTheHolder_killsItsCommand_andLetsTheNextInWithinTheTtl() throws IOException {
    Holdfast holder = start("echo pid $$ ready; exec sleep 600", "--ttl", "3s");
    holder.awaitOut("ready");
    long commandPid = Long.parseLong(holder.out().strip().replaceAll("[^0-9]", ""));
    Holdfast waiter = start("echo in", "--ttl", "3s");
    waiter.awaitErr("waiting for 'demo'");
    long killedNanos = System.nanoTime();
    holder.kill();
    Waiting.until(
        Holdfast.SOON, () -> ProcessHandle.of(commandPid).isEmpty(), () -> "the command to die");
    waiter.awaitOut("in");
    assertThat(Duration.ofNanos(System.nanoTime() - killedNanos)).isLessThan(AT_ONCE);
    waiter.awaitEnd().expect(0);
  }

  @Test
  void stoppedWhileWaiting_leavesTheQueue() throws Exception {
    Holdfast holder = startHolder();
    for (Map.Entry<String, Integer> stop : Map.of("INT", 130, "TERM", 143, "HUP", 129).entrySet()) {
      Holdfast waiter = start("echo in");
      waiter.awaitErr("place 1 of 1");
      waiter.signal(stop.getKey());
      assertThat(waiter.awaitEnd().expect(stop.getValue()).out()).isEmpty();
    }
    Holdfast next = start("echo in");
    next.awaitErr("place 1 of 1");
    holder.pressCtrlC();
    next.awaitEnd().expect(0);
  }

  @Test
  void tokens_rise() throws IOException {
    long last = 0;
    for (int i = 0; i < 4; i++) {
      String out = command("echo $HOLDFAST_TOKEN").run().expect(0).out();
      long token = Long.parseLong(out.strip());
      assertThat(token).isGreaterThan(last);
      last = token;
    }
  }

  @Test
  void manyAtOnce_neverTwoInside() throws IOException {
    // mkdir fails when another one is inside; the folder is what the lock guards.
    String guarded = "mkdir inside || exit 99; sleep 0.05; rmdir inside";
    List<Holdfast> runs = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      runs.add(start(guarded, i % 2 == 0 ? "--fair" : "--verbose"));
    }
    for (Holdfast run : runs) {
      run.awaitEnd().expect(0);
    }
  }

  @Test
  void json_everyLineIsOne_andTokensAreTexts() throws IOException {
    Holdfast holder = startHolder("--note", "a \"note\"");
    Holdfast waiter = start("echo in", "--json");
    waiter.awaitErr("\"event\":\"waiting\"");
    holder.signal("TERM");
    List<Map<String, Object>> events = waiter.awaitEnd().expect(0).events();
    assertThat(events)
        .extracting(event -> event.get("event"))
        .containsSubsequence("waiting", "acquired", "command-ended", "released");
    for (Map<String, Object> event : events) {
      if ("acquired".equals(event.get("event"))) {
        assertThat((String) event.get("token")).matches("[0-9]{16,}");
      } else if ("waiting".equals(event.get("event"))) {
        assertThat(event.get("holders").toString())
            .contains("pid=" + holder.pid(), "note=a \"note\"", "token=");
        assertThat(event).containsEntry("place", 1L).containsEntry("queueLength", 1L);
      }
    }
  }

  @Test
  void quiet_saysNothing() throws IOException {
    assertThat(command("true", "--quiet").run().expect(0).err()).isEmpty();
  }
}
