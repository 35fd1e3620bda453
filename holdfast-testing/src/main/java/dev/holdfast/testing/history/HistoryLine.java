package dev.holdfast.testing.history;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The text form of an event: words with a space between them, names escaped, a full stop as the
 * last word. A line without that was torn when its process was killed.
 */
final class HistoryLine {

  private static final int WORDS = 8;

  private HistoryLine() {}

  static String format(HistoryEvent event) {
    return "%d %s %s %s %d %d %s .\n"
        .formatted(
            event.nanos(),
            event.kind(),
            escape(event.thread()),
            escape(event.lock()),
            event.request(),
            event.token(),
            escape(event.detail()));
  }

  /** Reads a line; empty if it is none. */
  static Optional<HistoryEvent> parse(String source, String line) {
    String[] words = line.split(" ", -1);
    if (words.length != WORDS || !words[WORDS - 1].equals(".")) {
      return Optional.empty();
    }
    try {
      HistoryEvent event =
          new HistoryEvent(
              source,
              Long.parseLong(words[0]),
              HistoryEvent.Kind.valueOf(words[1]),
              unescape(words[2]),
              unescape(words[3]),
              Long.parseLong(words[4]),
              Long.parseLong(words[5]),
              unescape(words[6]));
      requireKnownDetail(event);
      return Optional.of(event);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static void requireKnownDetail(HistoryEvent event) {
    switch (event.kind()) {
      case OUTCOME -> HistoryEvent.Outcome.valueOf(event.detail());
      case LEAVE -> HistoryEvent.Ending.valueOf(event.detail());
      default -> {}
    }
  }

  /** An empty text becomes a minus, so that words can be counted; a minus is escaped by hand. */
  private static String escape(String text) {
    return text.isEmpty()
        ? "-"
        : URLEncoder.encode(text, StandardCharsets.UTF_8).replace("-", "%2D");
  }

  private static String unescape(String word) {
    return word.equals("-") ? "" : URLDecoder.decode(word, StandardCharsets.UTF_8);
  }
}
