package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reference of the command tells all of its options and exit codes, and no others. */
class CommandReferenceTest {

  private static final String CLI = "docs/reference/cli.md";
  private static final String CLI_SOURCES = "holdfast-cli/src/main/java/dev/holdfast/cli/";

  @Test
  void everyExitCode_isInTheReference() {
    List<String> codes =
        found("^  [A-Z_]+\\((\\d+)\\)[,;]", Repository.read(CLI_SOURCES + "report/ExitCode.java"));
    List<String> rows = found("^\\| (\\d+) \\|", Repository.read(CLI));

    assertThat(codes).isNotEmpty();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(codes);
  }

  @Test
  void everyOptionOfTheCommand_isInTheReference() {
    String sources =
        Repository.files(name -> name.matches(CLI_SOURCES + "\\w+(Command|Options)\\.java"))
            .stream()
            .map(Repository::read)
            .collect(Collectors.joining());
    List<String> options = found("\"(--[a-z-]+)\"", sources);
    String page = Repository.read(CLI);

    assertThat(options)
        .hasSizeGreaterThan(10)
        .allSatisfy(name -> assertThat(page).contains("`" + name));
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .distinct()
        .toList();
  }
}
