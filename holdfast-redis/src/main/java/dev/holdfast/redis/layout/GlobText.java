package dev.holdfast.redis.layout;

import dev.holdfast.spi.NamePattern;
import java.util.ArrayList;
import java.util.List;

/**
 * Patterns as Redis compares keys. It compares bytes, so that one character of ours may be several
 * of its: a pattern made here lets through what matches, and some that does not.
 */
final class GlobText {

  private static final int STARS_MAX = 2;
  private static final String SPECIAL = "*?[]^-\\";

  private GlobText() {}

  /** A text that stands for itself. */
  static String literal(String text) {
    StringBuilder glob = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      literal(text.charAt(i), glob);
    }
    return glob.toString();
  }

  private static void literal(char c, StringBuilder glob) {
    if (SPECIAL.indexOf(c) >= 0) {
      glob.append('\\');
    }
    glob.append(c);
  }

  /**
   * A pattern that every name which matches the given one matches too. It has two stars at most:
   * the time in which Redis compares a name is its length to the power of their number.
   */
  static String of(NamePattern names) {
    List<String> literals = literals(names.toString());
    int last = literals.size() - 1;
    if (last > STARS_MAX) {
      literals = List.of(literals.get(0), literals.get(1), literals.get(last));
    }
    return String.join("*", literals);
  }

  /** What stands before, between and behind the stars and question marks. */
  private static List<String> literals(String text) {
    List<String> literals = new ArrayList<>();
    StringBuilder glob = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '*' || c == '?') {
        if (glob.length() > 0 || literals.isEmpty()) {
          literals.add(glob.toString());
          glob.setLength(0);
        }
      } else {
        boolean escapes = c == '\\' && i + 1 < text.length();
        literal(escapes ? text.charAt(++i) : c, glob);
      }
    }
    literals.add(glob.toString());
    return literals;
  }
}
