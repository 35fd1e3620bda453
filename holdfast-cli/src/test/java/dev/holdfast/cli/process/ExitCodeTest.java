package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every exit code but those that need a second process. */
class ExitCodeTest {

  @TempDir Path folder;

  private Holdfast.Ended run(String... arguments) throws IOException {
    return Holdfast.command(folder, arguments).run();
  }

  @ParameterizedTest
  @CsvSource({"exit 0,0", "exit 3,3", "exit 255,255", "kill -KILL $$,137", "kill -TERM $$,143"})
  void codeOfTheCommand_isPassedOn(String script, int code) throws IOException {
    run("run", "x", "--url", "memory:", "--", "sh", "-c", script).expect(code);
  }

  @Test
  void usage() throws IOException {
    assertThat(run("run", "x", "ls", "-l").expect(64).err()).contains("holdfast run x -- ls -l");
    assertThat(run("run", "x", "--wait", "10", "--", "true").expect(64).err())
        .contains("'10' is not a duration; write 500ms, 10s");
    assertThat(run("run", "x", "--bogus", "--", "true").expect(64).err())
        .isEqualTo("holdfast: there is no option --bogus\nSee 'holdfast run --help'.\n");
    assertThat(run("run", "--", "true").expect(64).err())
        .isEqualTo(
            """
            holdfast: NAME is missing. Write:
              holdfast run NAME [OPTION...] -- COMMAND [ARG...]
            See 'holdfast run --help'.
            """);
    assertThat(run().expect(64).err()).contains("run");
    assertThat(run("rum", "x").expect(64).err())
        .isEqualTo(
            """
            holdfast: there is no command 'rum'; there are: run, ls, show, release, demo, completion
            See 'holdfast --help'.
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --ttl=1ms     | --ttl must be from 500ms to 1h, not 1ms
          --ttl=2h      | --ttl must be from 500ms to 1h, not 2h
          --ttl=PT0.4S  | --ttl must be from 500ms to 1h, not PT0.4S
          --lease=0     | --lease must be at least 1ms, not 0
          """)
  void badValues_areRefused_beforeAnythingIsStarted(String option, String message)
      throws IOException {
    assertThat(run("run", "x", option, "--", "true").expect(64).err())
        .isEqualTo("holdfast: " + message + "\nSee 'holdfast run --help'.\n");
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @Test
  void badNamesAndNotes_areRefused_beforeAnythingIsStarted() throws IOException {
    assertThat(run("run", "", "--", "true").expect(64).err()).contains("NAME must have 1 to 1024");
    assertThat(run("run", "x", "--note", "n".repeat(257), "--", "true").expect(64).err())
        .contains("--note must have at most 256 characters, this one has 257");
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @Test
  void malformedAddress_saysHowToWriteIt() throws IOException {
    assertThat(run("run", "x", "--url", "x y", "--", "true").expect(64).err()).contains("scheme");
  }

  @Test
  void memory_warnsThatItExcludesNobody() throws IOException {
    assertThat(run("run", "x", "--url", "memory:", "--", "true").expect(0).err())
        .startsWith("holdfast: warning: the store memory: is inside of this one command")
        .contains("--url redis://HOST:6379");
    assertThat(run("run", "x", "--url", "Memory://a", "--quiet", "--", "true").expect(0).err())
        .isEmpty();
    assertThat(run("run", "x", "--url", "memory:", "--json", "--", "true").expect(0).events())
        .first()
        .satisfies(event -> assertThat(event).containsEntry("event", "log"))
        .satisfies(event -> assertThat(event).containsEntry("level", "WARNING"));
  }

  @Test
  void unknownScheme_namesTheKnownOnes() throws IOException {
    assertThat(run("run", "x", "--url", "bogus://h", "--", "true").expect(64).err())
        .contains("bogus:", "redis:", "rediss:", "memory:");
  }

  @Test
  void commandThatCantBeStarted_isFoundOutBeforeTheStoreIsAsked() throws IOException {
    String nobody = "redis://127.0.0.1:" + Ports.free();
    assertThat(run("run", "x", "--url", nobody, "--", "no-such-command").expect(127).err())
        .contains("no-such-command");
    run("run", "x", "--url", nobody, "--", "./no-such-file").expect(127);
    assertThat(run("run", "x", "--url", nobody, "--", "/etc/passwd").expect(126).err())
        .isEqualTo("holdfast: command can't be executed: /etc/passwd: permission denied\n");
    run("run", "x", "--url", nobody, "--", "/").expect(126);
  }

  @Test
  void unreachable_saysWhichStore() throws IOException {
    String nobody = "127.0.0.1:" + Ports.free();
    assertThat(run("run", "x", "--url", "redis://" + nobody, "--", "true").expect(69).err())
        .isEqualTo(
            "holdfast: Redis at "
                + nobody
                + " can't be reached: connection refused; check the address, and that it runs\n");
  }

  @Test
  void helpAndVersion() throws IOException {
    assertThat(run("--help").expect(0).out()).contains("run", "completion");
    for (String command : List.of("ls", "show", "release")) {
      assertThat(run(command, "--help").expect(0).out()).contains("--url", "--json", "Examples:");
    }
    assertThat(run("run", "--help").expect(0).out()).contains("--wait", "Examples:", "79");
    assertThat(run("--version").expect(0).out()).contains("holdfast ");
    assertThat(run("run", "--version").expect(0).out()).contains("holdfast ");
  }

  @Test
  void completion_isAScriptThatBashUnderstands() throws Exception {
    String script = run("completion", "bash").expect(0).out();
    assertThat(script).contains("--busy-exit-code", "complete -F");
    Path file = java.nio.file.Files.writeString(folder.resolve("completion"), script);
    assertThat(new ProcessBuilder("bash", "-n", file.toString()).start().waitFor()).isZero();
  }
}
