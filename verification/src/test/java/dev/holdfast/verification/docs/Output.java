package dev.holdfast.verification.docs;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares what was printed with what a page says is printed. */
final class Output {

  private static final String ANY = "…";

  private Output() {}

  /** The block of a page that tells what another one prints, if there is one. */
  static List<Block> expectedAfter(Page page, Block last) {
    int next = page.blocks().indexOf(last) + 1;
    return next < page.blocks().size() && page.blocks().get(next).is("output")
        ? List.of(page.blocks().get(next))
        : List.of();
  }

  /** Whether the lines are as expected. */
  static boolean matches(Block expected, String printed) {
    String pattern =
        expected.lines().stream()
            .map(line -> line.text().stripTrailing())
            .map(Output::pattern)
            .collect(Collectors.joining("\n"));
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(printed.stripTrailing()).matches();
  }

  private static String pattern(String line) {
    return Stream.of(line.split(ANY, -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
  }
}
