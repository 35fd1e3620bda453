package dev.holdfast.verification.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A fenced block of a page, with the hidden comment before it.
 *
 * @param page where it stands
 * @param line the number of the line of its opening fence
 * @param language what follows the fence
 * @param directives those of the hidden comment
 * @param hidden the other lines of the hidden comment
 * @param lines its own lines
 */
record Block(
    Page page,
    int line,
    String language,
    List<String> directives,
    List<Line> hidden,
    List<Line> lines) {

  private static final String DIVIDER = "...";
  private static final String NOT_RUN = "not run";
  private static final String EXIT = "exit ";

  /** A line and its number in the page. */
  record Line(int number, String text) {}

  boolean is(String directive) {
    return directives.contains(directive);
  }

  /** Why it is not run; empty when it is. */
  Optional<String> notRun() {
    return directives.stream().filter(text -> text.startsWith(NOT_RUN)).findFirst();
  }

  /** The exit code that a script is to end with. */
  int exitCode() {
    return directives.stream()
        .filter(text -> text.startsWith(EXIT))
        .findFirst()
        .map(text -> Integer.parseInt(text.substring(EXIT.length()).strip()))
        .orElse(0);
  }

  /** The hidden lines before, the block, the hidden lines after. */
  List<Line> all() {
    int divider = hidden.stream().map(Line::text).toList().indexOf(DIVIDER);
    List<Line> all = new ArrayList<>(divider < 0 ? hidden : hidden.subList(0, divider));
    all.addAll(lines);
    if (divider >= 0) {
      all.addAll(hidden.subList(divider + 1, hidden.size()));
    }
    return all;
  }

  /** Directives that nobody knows, or that lack what they need. */
  List<String> wrongDirectives() {
    return directives.stream().filter(text -> !isKnown(text)).map(text -> at() + text).toList();
  }

  private static boolean isKnown(String directive) {
    return List.of("continues", "main", "output").contains(directive)
        || directive.matches("exit [0-9]{1,3}")
        || directive.matches(NOT_RUN + ", .{10,}");
  }

  /** Where it stands, for messages. */
  String at() {
    return page.name() + ":" + line + ": ";
  }
}
