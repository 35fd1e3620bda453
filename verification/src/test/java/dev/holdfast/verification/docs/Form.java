package dev.holdfast.verification.docs;

import java.util.ArrayList;
import java.util.List;

/** Looks at lengths and marks. */
final class Form {

  private static final int COLUMNS_MAX = 100;

  /** A block without a language says so, lest a command escapes its test. */
  private static final List<String> LANGUAGES = List.of("java", "sh", "text", "xml", "json", "lua");

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
      if (text.contains("\t") || !text.equals(text.stripTrailing())) {
        problems.add(at + "a tab, or blanks at the end");
      }
    }
    for (Block block : page.blocks()) {
      if (!LANGUAGES.contains(block.language())) {
        problems.add(block.at() + "the block has none of the languages " + LANGUAGES);
      }
      problems.addAll(block.wrongDirectives());
    }
    return problems;
  }
}
