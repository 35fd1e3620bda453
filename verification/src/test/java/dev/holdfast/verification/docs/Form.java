package dev.holdfast.verification.docs;

import java.util.ArrayList;
import java.util.List;

/** Looks at lengths and marks. */
final class Form {

  private static final int COLUMNS_MAX = 100;

  /** A block without a language says so, lest a command escapes its test. */
  private static final List<String> LANGUAGES = List.of("java", "sh", "text", "xml", "json", "lua");

  /** The page whose dialogues with redis-cli are carried out by the tests of the Redis store. */
  private static final String PROTOCOL = "docs/protocol/redis.md";

  private Form() {}

  /** What is wrong with the form of a page. */
  static List<String> problems(Page page) {
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < page.lines().size(); i++) {
      String text = page.lines().get(i);
      String at = page.name() + ":" + (i + 1) + ": ";
      // The rows of a table can't be broken.
      if (!text.startsWith("|") && text.codePointCount(0, text.length()) > COLUMNS_MAX) {
        problems.add(at + "longer than " + COLUMNS_MAX + " columns");
      }
      if (!inDialogue(page, i + 1) && !text.equals(text.replace("\t", " ").stripTrailing())) {
        problems.add(at + "a tab, or blanks at the end");
      }
    }
    for (Block block : page.blocks()) {
      boolean dialogue = block.language().equals("console") && page.name().equals(PROTOCOL);
      if (!LANGUAGES.contains(block.language()) && !dialogue) {
        problems.add(block.at() + "the block has none of the languages " + LANGUAGES);
      }
      problems.addAll(block.wrongDirectives());
    }
    return problems;
  }

  /** What a server prints is shown as it is. */
  private static boolean inDialogue(Page page, int line) {
    return page.blocks().stream()
        .filter(block -> block.language().equals("console"))
        .flatMap(block -> block.lines().stream())
        .anyMatch(shown -> shown.number() == line);
  }
}
