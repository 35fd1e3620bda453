package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandCheckTest {

  @TempDir Path first;
  @TempDir Path second;

  private ExitCode codeOf(String command) {
    return new CommandCheck(Map.of("PATH", first + "::" + second))
        .problem(command)
        .map(CommandCheck.Problem::code)
        .orElse(null);
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
