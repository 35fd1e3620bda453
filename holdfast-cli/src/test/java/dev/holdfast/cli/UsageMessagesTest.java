package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class UsageMessagesTest {

  private static String messageOf(Object command, String line) {
    CommandLine parser = Holdfast.configured(new CommandLine(command));
    String[] words = line.split(" ");
    return UsageMessages.of(
        catchThrowableOfType(ParameterException.class, () -> parser.parseArgs(words)));
  }

  private static String messageOfRun(String line) {
    CommandWords words = new CommandWords(List.of(), List.of(), true);
    return messageOf(new RunCommand(words, Map.of()), line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          x --bogus            | there is no option --bogus
          x --waitt 3s         | there is no option --waitt; did you mean --wait?
          my lock              | 'lock' is one word too many: before '--' stand one NAME and \
          options. A name with blanks needs quotes
          x --wait             | --wait needs a value: --wait D
          x --wait --fair      | --wait needs a value: --wait D
          x -w                 | --wait needs a value: --wait D
          x -E                 | --busy-exit-code needs a value: --busy-exit-code N
          x --fair=yes         | --fair takes no value, so not 'yes'
          x -n -n              | --no-wait is given more than once
          x -w 1s --wait 2s    | --wait is given more than once
          x -E many            | --busy-exit-code: 'many' is not an exit code; write 0 to 255
          x -E 256             | --busy-exit-code: '256' is not an exit code; write 0 to 255
          x -E=-1              | --busy-exit-code: '-1' is not an exit code; write 0 to 255
          x --kill-after -1s   | --kill-after: '-1s' is not a duration; write 500ms, 10s, 2m, 1h, \
          or ISO 8601 such as PT1M30S
          x --lease 10         | --lease: '10' is not a duration; write 500ms, 10s, 2m, 1h, \
          or ISO 8601 such as PT1M30S
          """)
  void run_saysWhatToWriteInstead(String line, String message) {
    assertThat(messageOfRun(line)).isEqualTo(message);
  }

  @Test
  void completion_namesTheShells() {
    assertThat(messageOf(new CompletionCommand(), "fish"))
        .isEqualTo("SHELL is bash or zsh, not 'fish'");
  }
}
