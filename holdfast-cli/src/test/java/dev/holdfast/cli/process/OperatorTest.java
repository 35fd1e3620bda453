package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.report.Json;
import dev.holdfast.testing.server.Ports;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator looks at what others hold, and takes it away. */
class OperatorTest {

  private static final String HOLDS = "echo token $HOLDFAST_TOKEN ready; exec sleep 600";

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

  private Holdfast.Builder command(String... arguments) {
    Holdfast.Builder builder = Holdfast.command(folder, arguments);
    if (server != null) {
      builder.environment("HOLDFAST_URL", server.uri());
    }
    return builder;
  }

  private Holdfast start(String... arguments) throws IOException {
    Holdfast run = command(arguments).start();
    started.add(run);
    return run;
  }

  private Holdfast startHolder(String name) throws IOException {
    Holdfast holder = start("run", name, "--note", "release 1.7", "--", "sh", "-c", HOLDS);
    holder.awaitOut("ready");
    return holder;
  }

  private static String token(Holdfast holder) {
    return holder.out().split(" ", -1)[1];
  }

  @Test
  void ls_tellsWhoHoldsWhat() throws IOException {
    Holdfast holder = startHolder("demo");
    Holdfast other = startHolder("größe\nx");
    Holdfast waiter = start("run", "demo", "--", "true");
    waiter.awaitErr("place 1 of 1");
    List<String> lines = command("ls").run().expect(0).out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).matches("NAME +KIND +HOLDER +PID +SINCE +EXPIRES-IN +TOKEN +WAITING");
    assertThat(lines.get(1))
        .matches(
            "demo +lock +holdfast-run@\\S+ +%d +[0-9:]{8} +[0-9]+s +%s +1"
                .formatted(holder.pid(), token(holder)));
    assertThat(lines.get(2)).startsWith("größe\\u{a}x  lock").contains(token(other));
    assertThat(command("ls", "gr*", "--limit", "1").run().expect(0).out().lines()).hasSize(2);
    assertThat(command("ls", "*", "--limit", "1").run().expect(0).err()).contains("--limit");
    assertThat(command("ls", "none*").run().expect(1).out()).isEmpty();
  }

  @Test
  void serverOfOnesOwn_isLookedAtInTheSameWay() throws IOException {
    server = RedisServer.builder().version(RedisVersion.EMBEDDED_6_2).password("pw").start();
    assertThat(command("ls").run().expect(1).err()).doesNotContain("embedded", "pw");
    Holdfast holder = startHolder("demo");
    assertThat(command("ls").run().expect(0).out()).contains("demo", token(holder));
    assertThat(command("show", "demo").run().expect(0).out()).contains("pid " + holder.pid());
    command("release", "demo", "--token", token(holder)).run().expect(0);
    holder.awaitEnd().expect(79);
  }

  @Test
  void show_tellsAllOfOneLock() throws IOException {
    Holdfast holder = startHolder("demo");
    Holdfast waiter = start("run", "demo", "--note", "next", "--", "true");
    waiter.awaitErr("place 1 of 1");
    assertThat(command("show", "demo").run().expect(0).out())
        .contains(
            "lock 'demo': held",
            "pid " + holder.pid(),
            "release 1.7",
            token(holder),
            "waiter 1",
            "pid " + waiter.pid(),
            "next");
    assertThat(command("show", "other").run().expect(1).err()).contains("nobody holds 'other'");
  }

  @Test
  void json_isALineForEach_andTokensAreTexts() throws IOException {
    Holdfast holder = startHolder("demo");
    Map<String, Object> line = Json.object(command("ls", "--json").run().expect(0).out().strip());
    assertThat(line).containsEntry("name", "demo").containsEntry("waiting", 0L);
    assertThat(line.get("holder").toString())
        .contains("token=" + token(holder), "note=release 1.7");
    Map<String, Object> view =
        Json.object(command("show", "demo", "--json").run().expect(0).out().strip());
    assertThat(view.get("holders").toString()).contains("token=" + token(holder));
    Map<String, Object> released =
        Json.object(
            command("release", "demo", "--any-holder", "--json").run().expect(0).out().strip());
    assertThat(released)
        .containsEntry("token", token(holder))
        .containsEntry("outcome", "released")
        .containsEntry("force", false);
    holder.awaitEnd().expect(79);
  }

  @Test
  void release_byToken_endsTheHoldersCommand_andLetsTheNextIn() throws IOException {
    Holdfast holder = startHolder("demo");
    String token = token(holder);
    Holdfast waiter = start("run", "demo", "--", "echo", "in");
    waiter.awaitErr("place 1 of 1");
    assertThat(command("release", "demo", "--token", "7").run().expect(1).err())
        .contains("not held with the token 7");
    assertThat(holder.isAlive()).isTrue();
    assertThat(command("release", "demo", "--token", token).run().expect(0).out())
        .isEqualTo("released 'demo', token " + token + "\n");
    assertThat(holder.awaitEnd().expect(79).err()).contains("an operator has taken it away");
    assertThat(waiter.awaitEnd().expect(0).out()).isEqualTo("in\n");
    assertThat(command("release", "demo", "--token", token).run().expect(1).out()).isEmpty();
  }

  @Test
  void release_waitsForTheEndOfTheHoldersCommand_andOnlyThenLetsTheNextIn() throws Exception {
    Path log = folder.resolve("log");
    String slow =
        "trap 'sleep 1; echo out >> log; exit 0' TERM; echo ready; while :; do sleep 0.1;"
            + " done";
    Holdfast holder = start("run", "demo", "--", "sh", "-c", slow.replace("log", log.toString()));
    holder.awaitOut("ready");
    Holdfast waiter = start("run", "demo", "--", "sh", "-c", "echo in >> " + log);
    waiter.awaitErr("place 1 of 1");
    command("release", "demo", "--any-holder").run().expect(0);
    holder.awaitEnd().expect(79);
    waiter.awaitEnd().expect(0);
    assertThat(Files.readString(log)).isEqualTo("out\nin\n");
  }

  @Test
  void release_commandThatIgnoresTerm_isKilled_andOnlyThenLetsTheNextIn() throws IOException {
    String deaf = "trap '' TERM; echo ready; while :; do sleep 0.1; done";
    Holdfast holder = start("run", "demo", "--kill-after", "500ms", "--", "sh", "-c", deaf);
    holder.awaitOut("ready");
    command("release", "demo", "--any-holder").run().expect(0);
    command("run", "demo", "--wait", "0", "--", "true").run().expect(0);
    assertThat(holder.awaitEnd().expect(79).err()).contains("KILL follows in 500 ms");
  }

  @Test
  void release_holderThatIsStopped_keepsTheLock_butNotByForce() throws IOException {
    Holdfast holder = startHolder("demo");
    holder.pause();
    assertThat(command("release", "demo", "--any-holder", "--wait", "300ms").run().expect(75).err())
        .contains("has not given it up within 300ms");
    command("run", "demo", "--wait", "0", "--", "true").run().expect(75);
    assertThat(command("release", "demo", "--any-holder", "--force").run().expect(0).err())
        .contains("by force");
    command("run", "demo", "--wait", "0", "--", "true").run().expect(0);
    holder.resume();
    assertThat(holder.awaitEnd().expect(79).err()).contains("an operator has taken it away");
  }

  @Test
  void namesAndNotes_ofOthers_doNothingToTheTerminal() throws IOException {
    String name = "{a} b\n\u001b[2J\u202e";
    Holdfast holder = start("run", name, "--note", "x\u001b]0;y\u0007", "--", "sh", "-c", HOLDS);
    holder.awaitOut("ready");
    String shown = "{a} b\\u{a}\\u{1b}[2J\\u{202e}";
    String list = command("ls", "{a} b*").run().expect(0).out();
    assertThat(list).contains(shown).doesNotContain("\u001b");
    assertThat(list.lines()).hasSize(2);
    String view = command("show", name).run().expect(0).out();
    assertThat(view).contains(shown, ": x ]0;y").doesNotContain("\u001b", "\u0007");
    Holdfast waiter = start("run", name, "--", "true");
    waiter.awaitErr("place 1 of 1");
    assertThat(waiter.err()).doesNotContain("\u001b", "\u0007");
    Map<String, Object> line =
        Json.object(command("ls", "--json", "{a}*").run().expect(0).out().strip());
    assertThat(line).containsEntry("name", name);
    assertThat(command("ls", "[a]*").run().expect(1).out()).isEmpty();
    assertThat(command("release", name, "--any-holder").run().expect(0).out()).contains(shown);
    waiter.awaitEnd().expect(0);
  }

  @Test
  void tokensThatAreNone_areRefused_andChangeNothing() throws IOException {
    Holdfast holder = startHolder("demo");
    for (String token :
        List.of("9223372036854775808", "1e3", "0x10", "-1", "7 ", "", "1849201939281920000.0")) {
      command("release", "demo", "--token=" + token).run().expect(64);
    }
    command("release", "demo", "--token", "9223372036854775807").run().expect(1);
    command("release", "other", "--token", token(holder)).run().expect(1);
    assertThat(holder.isAlive()).isTrue();
  }

  @Test
  void nothingInUse_isSaid_andNothingIsStarted() throws IOException {
    for (String[] words :
        List.of(
            new String[] {"ls"},
            new String[] {"show", "demo"},
            new String[] {"release", "demo", "--any-holder"})) {
      Holdfast.Ended ended = command(words).run().expect(1);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).contains("no embedded Redis runs");
    }
    assertThat(Files.exists(folder.resolve("state"))).isFalse();
  }

  @Test
  void mistakes_areToldApart() throws IOException {
    assertThat(command("release", "demo").run().expect(64).err()).contains("--token N");
    assertThat(command("release", "demo", "--token", "0").run().expect(64).err())
        .contains("positive");
    assertThat(command("release", "demo", "--token", "7", "--any-holder").run().expect(64).err())
        .contains("exclude each other");
    assertThat(command("show").run().expect(64).err()).contains("NAME");
    assertThat(command("ls", "--limit", "0").run().expect(64).err()).contains("--limit");
    String nobody = "127.0.0.1:" + Ports.free();
    assertThat(command("ls", "--url", "redis://" + nobody).run().expect(69).err()).contains(nobody);
  }
}
