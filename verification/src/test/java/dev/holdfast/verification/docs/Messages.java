package dev.holdfast.verification.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The messages that a page quotes, in italics, as fragments between punctuation marks and what
 * differs from one time to the next: {@code …}, or one of the examples that the pages use.
 */
final class Messages {

  private static final Pattern ITALICS = Pattern.compile("(?<![*\\w])\\*([^*\\s][^*]*[^*\\s])\\*");

  private static final Pattern VARIABLE =
      Pattern.compile(
          "[:;,.](?: |$)|…|order:42|(?:redis://)?cache:6379|orders \\(app-1 pid 4711 thread main\\)|worker-\\d|main"
              + "|2026-05-04T09:00:10Z|1849201939281920001|3 (?=waiting)");

  private static final int FRAGMENT_MIN = 4;

  private Messages() {}

  static List<String> quotedIn(Page page) {
    String text =
        page.prose().stream().map(line -> line.text().strip()).collect(Collectors.joining(" "));
    List<String> fragments = new ArrayList<>();
    Matcher quoted = ITALICS.matcher(text);
    while (quoted.find()) {
      for (String part : VARIABLE.split(quoted.group(1), -1)) {
        String fragment = part.strip();
        if (fragment.length() >= FRAGMENT_MIN) {
          fragments.add(fragment);
        }
      }
    }
    return fragments;
  }
}
