package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command gets exactly what it was given: arguments, streams, environment. */
class CommandFidelityTest {

  @TempDir Path folder;

  private Holdfast.Builder run(String... command) {
    List<String> arguments =
        new ArrayList<>(List.of("run", "x", "--quiet", "--url", "memory:", "--"));
    arguments.addAll(List.of(command));
    return Holdfast.command(folder, arguments.toArray(String[]::new));
  }

  @Test
  void arguments_arriveAsTheyAre() throws IOException {
    List<String> words =
        List.of(
            "a b",
            "it's \"quoted\"",
            "line\nbreak",
            "",
            "-v",
            "--",
            "--help",
            "--wait",
            "$HOME",
            "*",
            "größe",
            "\\",
            "@file");
    List<String> command = new ArrayList<>(List.of("printf", "[%s]"));
    command.addAll(words);
    StringBuilder expected = new StringBuilder();
    words.forEach(word -> expected.append('[').append(word).append(']'));
    assertThat(run(command.toArray(String[]::new)).run().expect(0).out())
        .isEqualTo(expected.toString());
  }

  @Test
  void standardInput_isTheCommands() throws IOException {
    String input = "first\nsecond\n".repeat(10_000);
    assertThat(run("cat").input(input).run().expect(0).out()).isEqualTo(input);
  }

  @Test
  void standardStreams_areKeptApart() throws IOException {
    Holdfast.Ended ended = run("sh", "-c", "echo out; echo err >&2").run().expect(0);
    assertThat(ended.out()).isEqualTo("out\n");
    assertThat(ended.err()).isEqualTo("err\n");
  }

  @Test
  void environment_tellsOfTheLock() throws IOException {
    String out =
        Holdfast.command(folder, "run", "a b", "--url", "memory:", "--lease", "1m", "--", "env")
            .environment("HOLDFAST_TOKEN", "1")
            .environment("UNRELATED", "stays")
            .run()
            .expect(0)
            .out();
    assertThat(out.lines())
        .contains("HOLDFAST_LOCK=a b", "HOLDFAST_STORE=memory:", "UNRELATED=stays")
        .anyMatch(line -> line.matches("HOLDFAST_TOKEN=[0-9]{15,}"))
        .anyMatch(line -> line.matches("HOLDFAST_LEASE=a%20b=[0-9]{15,}"))
        .anyMatch(line -> line.matches("HOLDFAST_LOCKS=a%20b=[0-9]{15,}"))
        .anyMatch(line -> line.matches("HOLDFAST_EXPIRES_IN=59400"));
  }

  @Test
  void nested_innermostLockWins() throws IOException {
    String java = ProcessHandle.current().info().command().orElseThrow();
    Holdfast.Ended ended =
        Holdfast.command(
                folder,
                "run",
                "outer",
                "--url",
                "memory:",
                "--",
                java,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.holdfast.cli.Holdfast",
                "run",
                "inner",
                "--url",
                "memory:",
                "--",
                "sh",
                "-c",
                "echo $HOLDFAST_LOCK; echo $HOLDFAST_LOCKS; echo $HOLDFAST_TOKEN")
            .run()
            .expect(0);
    List<String> lines = ended.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("inner");
    assertThat(lines.get(1)).matches("outer=[0-9]+ inner=" + lines.get(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"größe", "a b", "{tag}x", "日本", "\uD83D\uDD12", "@x", "a=b%20c", "$(x)"})
  void names_ofAllKinds(String name) throws IOException {
    assertThat(
            Holdfast.command(
                    folder,
                    "run",
                    name,
                    "--url",
                    "memory:",
                    "--",
                    "sh",
                    "-c",
                    "printf %s \"$HOLDFAST_LOCK\"")
                .run()
                .expect(0)
                .out())
        .isEqualTo(name);
  }

  @Test
  void bytesThatAreNoText_areRefusedInsteadOfChanged() throws IOException {
    // Without UTF-8 Java reads other letters as the same replacement: two names would be one.
    Holdfast.Ended ended =
        Holdfast.command(folder, "run", "größe", "--url", "memory:", "--", "true")
            .environment("LC_ALL", "C")
            .run()
            .expect(64);
    assertThat(ended.err()).contains("could not be passed on unchanged");
  }

  @Test
  void shellScriptWithoutInterpreterLine_runs() throws IOException {
    Path script = java.nio.file.Files.writeString(folder.resolve("script"), "exit 5\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    run(script.toString()).run().expect(5);
  }

  @Test
  void workingFolder_isOurs() throws IOException {
    assertThat(run("pwd").run().expect(0).out().strip()).isEqualTo(folder.toRealPath().toString());
  }
}
