package dev.holdfast.cli.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one JSON value on one line. Knows texts, numbers, booleans, null, lists and maps. */
public final class JsonLine {

  private static final char FIRST_PRINTABLE = 0x20;

  private final StringBuilder text = new StringBuilder();

  private JsonLine() {}

  /** The line, without its end. */
  public static String of(Map<String, ?> value) {
    JsonLine line = new JsonLine();
    line.object(value);
    return line.text.toString();
  }

  private void value(@Nullable Object value) {
    if (value instanceof String string) {
      quoted(string);
    } else if (value instanceof Map<?, ?> map) {
      object(map);
    } else if (value instanceof List<?> list) {
      array(list);
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else {
      throw new IllegalArgumentException("No JSON for " + value.getClass());
    }
  }

  private void object(Map<?, ?> map) {
    text.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(separator);
      quoted((String) entry.getKey());
      text.append(':');
      value(entry.getValue());
      separator = ",";
    }
    text.append('}');
  }

  private void array(List<?> list) {
    text.append('[');
    String separator = "";
    for (Object element : list) {
      text.append(separator);
      value(element);
      separator = ",";
    }
    text.append(']');
  }

  private void quoted(String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < FIRST_PRINTABLE || isLoneSurrogate(string, i)) {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  private static boolean isLoneSurrogate(String string, int at) {
    char c = string.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == string.length() || !Character.isLowSurrogate(string.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(string.charAt(at - 1)));
  }
}
