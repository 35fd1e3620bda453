package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandCheckTest {

  @TempDir Path first;
  @TempDir Path second;

  private Optional<CommandCheck.Problem> problemOf(String command) {
    return new CommandCheck(Map.of("PATH", first + "::" + second)).problem(command);
  }

  private ExitCode codeOf(String command) {
    return problemOf(command).map(CommandCheck.Problem::code).orElse(null);
  }

  private String messageOf(String command) {
    return problemOf(command).orElseThrow().message();
  }

  private static Path file(Path path, String text, boolean executable) throws IOException {
    Files.writeString(path, text);
    assertThat(path.toFile().setExecutable(executable)).isTrue();
    return path;
  }

  @Test
  void found_isNoProblem() throws IOException {
    Path program = file(second.resolve("tool"), "#! /bin/sh -e\n", true);
    assertThat(codeOf("tool")).isNull();
    assertThat(codeOf(program.toString())).isNull();
  }

  @Test
  void notFound() {
    assertThat(codeOf("tool")).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(codeOf("./tool")).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(codeOf("")).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void notExecutable() throws IOException {
    Path program = file(first.resolve("tool"), "text", false);
    assertThat(codeOf("tool")).isEqualTo(ExitCode.NOT_EXECUTABLE);
    assertThat(codeOf(program.toString())).isEqualTo(ExitCode.NOT_EXECUTABLE);
    assertThat(codeOf(first.toString())).isEqualTo(ExitCode.NOT_EXECUTABLE);
  }

  @Test
  void notExecutable_saysWhereItWasFound_unlessThatWasGiven() throws IOException {
    Path program = file(first.resolve("tool"), "text", false);
    assertThat(messageOf("tool"))
        .isEqualTo("command can't be executed: tool: permission denied (" + program + ")");
    assertThat(messageOf(program.toString()))
        .isEqualTo("command can't be executed: " + program + ": permission denied");
  }

  @Test
  void refusedBySystem_saysWhy_withoutTheProgramThatJavaNames() {
    IOException failure =
        new IOException("Cannot run program \"/bin/setpriv\": error=7, Argument list too long");
    assertThat(CommandCheck.refused("tool", failure))
        .isEqualTo(
            new CommandCheck.Problem(
                ExitCode.NOT_EXECUTABLE,
                "command can't be executed: tool: Argument list too long"));
  }

  @Test
  void notExecutableFirst_laterOneInThePathServes() throws IOException {
    file(first.resolve("tool"), "text", false);
    file(second.resolve("tool"), "\0binary", true);
    assertThat(codeOf("tool")).isNull();
  }

  @Test
  void interpreterMissing() throws IOException {
    Path program = file(first.resolve("tool"), "#!/no/such/interpreter -x\n", true);
    assertThat(new CommandCheck(Map.of()).problem(program.toString()))
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.code()).isEqualTo(ExitCode.NOT_EXECUTABLE);
              assertThat(problem.message()).contains("/no/such/interpreter");
            });
  }
}
