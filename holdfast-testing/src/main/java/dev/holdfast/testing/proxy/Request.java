package dev.holdfast.testing.proxy;

import dev.holdfast.testing.resp.RespFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request as the proxy sees it.
 *
 * @param words its name and arguments, read as UTF-8; at least one
 */
public record Request(List<String> words) {

  /**
   * Creates a request.
   *
   * @param words name and arguments
   */
  public Request {
    words = List.copyOf(words);
  }

  static Request of(RespFrame frame) {
    List<String> words = new ArrayList<>();
    if (frame.value() instanceof List<?> elements) {
      elements.forEach(element -> words.add(String.valueOf(element)));
    }
    return new Request(words.isEmpty() ? List.of("") : words);
  }

  /**
   * The command.
   *
   * @return its name in upper case, such as {@code EVALSHA}
   */
  public String name() {
    return words.get(0).toUpperCase(Locale.ROOT);
  }

  /**
   * Whether a text occurs in the name or in an argument, such as the digest of a script, a key or a
   * request id.
   *
   * @param text the text
   * @return whether it is there, case included
   */
  public boolean contains(String text) {
    return words.stream().anyMatch(word -> word.contains(text));
  }
}
