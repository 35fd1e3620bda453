package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.Ports;
import java.io.IOException;
import java.nio.file.Path;
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
    assertThat(run("run", "x", "--bogus", "--", "true").expect(64).err()).contains("--bogus");
    assertThat(run("run", "x", "--lease", "0", "--", "true").expect(64).err()).contains("--lease");
    assertThat(run("run", "--", "true").expect(64).err()).contains("NAME");
    assertThat(run().expect(64).err()).contains("run");
  }

  @Test
  void badValues_areRefusedByTheLibrary() throws IOException {
    assertThat(run("run", "x", "--url", "memory:", "--ttl", "1ms", "--", "true").expect(64).err())
        .contains("TTL");
    assertThat(run("run", "", "--url", "memory:", "--", "true").expect(64).err()).contains("name");
    assertThat(run("run", "x", "--url", "x y", "--", "true").expect(64).err()).contains("scheme");
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
    run("run", "x", "--url", nobody, "--", "/etc/passwd").expect(126);
    run("run", "x", "--url", nobody, "--", "/").expect(126);
  }

  @Test
  void unreachable_saysWhichStore() throws IOException {
    String nobody = "redis://127.0.0.1:" + Ports.free();
    assertThat(run("run", "x", "--url", nobody, "--", "true").expect(69).err()).contains(nobody);
  }

  @Test
  void helpAndVersion() throws IOException {
    assertThat(run("--help").expect(0).out()).contains("run", "completion");
    assertThat(run("run", "--help").expect(0).out()).contains("--wait", "Examples:", "79");
    assertThat(run("--version").expect(0).out()).contains("holdfast ");
  }

  @Test
  void completion_isAScriptThatBashUnderstands() throws Exception {
    String script = run("completion", "bash").expect(0).out();
    assertThat(script).contains("--busy-exit-code", "complete -F");
    Path file = java.nio.file.Files.writeString(folder.resolve("completion"), script);
    assertThat(new ProcessBuilder("bash", "-n", file.toString()).start().waitFor()).isZero();
  }
}
