package dev.holdfast.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON strictly, as a program at the other end of the pipe would. */
public final class Json {

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(String line) {
    Json json = new Json(line);
    Object value = json.value();
    if (json.at != line.length()) {
      throw new IllegalArgumentException("more than one value: " + line);
    }
    return (Map<String, Object>) value;
  }

  private Object value() {
    return switch (text.charAt(at)) {
      case '{' -> map();
      case '[' -> list();
      case '"' -> string();
      default -> word();
    };
  }

  private Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<>();
    expect('{');
    while (text.charAt(at) != '}') {
      String name = string();
      expect(':');
      map.put(name, value());
      if (text.charAt(at) == ',') {
        at++;
      }
    }
    expect('}');
    return map;
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    expect('[');
    while (text.charAt(at) != ']') {
      list.add(value());
      if (text.charAt(at) == ',') {
        at++;
      }
    }
    expect(']');
    return list;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    expect('"');
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw new IllegalArgumentException("control character in a string: " + text);
      }
      if (c == '\\') {
        char escaped = text.charAt(at++);
        if (escaped == 'u') {
          string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        } else if (escaped == '"' || escaped == '\\') {
          string.append(escaped);
        } else {
          throw new IllegalArgumentException("unknown escape in " + text);
        }
      } else {
        string.append(c);
      }
    }
    expect('"');
    return string.toString();
  }

  private Object word() {
    int from = at;
    while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "null" -> "null";
      default -> Long.valueOf(word);
    };
  }

  private void expect(char c) {
    if (text.charAt(at++) != c) {
      throw new IllegalArgumentException("no " + c + " at " + (at - 1) + " of " + text);
    }
  }
}
