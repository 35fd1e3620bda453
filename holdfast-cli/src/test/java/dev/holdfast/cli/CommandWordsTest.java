package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class CommandWordsTest {

  private static CommandLine runLine(CommandWords words) {
    return new CommandLine(new RunCommand(words, Map.of()));
  }

  private static CommandWords words(String line) {
    return CommandWords.split(line.isEmpty() ? List.of() : List.of(line.split(" ", -1)));
  }

  @Test
  void split_leavesWhatStandsBehindTheFirstSeparatorAlone() {
    CommandWords words = words("demo --wait 1s -- ls -la --wait -- --help");
    assertThat(words.ours()).containsExactly("demo", "--wait", "1s");
    assertThat(words.command()).containsExactly("ls", "-la", "--wait", "--", "--help");
    assertThatCode(() -> words.requireSeparator(runLine(words))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          demo ls -la                     | holdfast run demo -- ls -la
          demo --wait 10s make -j4 test   | holdfast run demo --wait 10s -- make -j4 test
          --wait 10s demo make            | holdfast run --wait 10s demo -- make
          --wait=10s demo -n make -n      | holdfast run --wait=10s demo -n -- make -n
          demo -E 3 x --help              | holdfast run demo -E 3 -- x --help
          demo                            | holdfast run demo -- COMMAND [ARG...]
          demo --                         | holdfast run demo -- COMMAND [ARG...]
                                          | holdfast run NAME -- COMMAND [ARG...]
          --wait 10s                      | holdfast run --wait 10s NAME -- COMMAND [ARG...]
          """)
  void missingSeparator_showsTheCorrectedLine(@Nullable String line, String corrected) {
    CommandWords words = words(line == null ? "" : line);
    assertThatThrownBy(() -> words.requireSeparator(runLine(words)))
        .isInstanceOf(ParameterException.class)
        .hasMessageEndingWith("\n  " + corrected);
  }

  @Test
  void missingSeparator_quotesForTheShell() {
    CommandWords words = CommandWords.split(List.of("my lock", "echo", "it's", ""));
    assertThatThrownBy(() -> words.requireSeparator(runLine(words)))
        .hasMessageEndingWith("holdfast run 'my lock' -- echo 'it'\\''s' ''");
  }

  @Test
  void help_needsNoSeparator_butOnlyBeforeTheCommand() {
    CommandWords version = words("--version");
    assertThatCode(() -> version.requireSeparator(runLine(version))).doesNotThrowAnyException();
    CommandWords asked = words("demo --help");
    assertThatCode(() -> asked.requireSeparator(runLine(asked))).doesNotThrowAnyException();
    CommandWords notAsked = words("demo ls -h");
    assertThatThrownBy(() -> notAsked.requireSeparator(runLine(notAsked)))
        .isInstanceOf(ParameterException.class);
  }
}
