package dev.holdfast.testing.resp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of one message into Java values.
 *
 * <p>Strings of all kinds become {@link String} (read as UTF-8), integers {@link Long}, big ones
 * and verbatim text {@link String}, doubles {@link Double}, booleans {@link Boolean}, errors {@link
 * RespError}, arrays, sets and pushes {@link List}, maps {@link Map}, nulls null.
 */
public final class RespParser {

  private static final int VERBATIM_PREFIX = 4;

  private final byte[] bytes;
  private int position;

  private RespParser(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Parses one message.
   *
   * @param bytes a complete message
   * @return its value, or null
   */
  public static @Nullable Object parse(byte[] bytes) {
    return new RespParser(bytes).element();
  }

  private @Nullable Object element() {
    char type = (char) bytes[position];
    if ("+-:_#,($=!*~>%|".indexOf(type) < 0) {
      return List.of((Object[]) line().split("\\s+", -1));
    }
    position++;
    return switch (type) {
      case '+', '(' -> line();
      case '-' -> new RespError(line());
      case ':' -> Long.valueOf(line());
      case '_' -> {
        line();
        yield null;
      }
      case '#' -> line().equals("t");
      case ',' -> decimal(line());
      case '$' -> bulk();
      case '=' -> String.valueOf(bulk()).substring(VERBATIM_PREFIX);
      case '!' -> new RespError(String.valueOf(bulk()));
      case '%' -> map();
      case '|' -> {
        map();
        yield element();
      }
      default -> list();
    };
  }

  private @Nullable List<@Nullable Object> list() {
    int count = Integer.parseInt(line());
    if (count < 0) {
      return null;
    }
    List<@Nullable Object> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(element());
    }
    return Collections.unmodifiableList(list);
  }

  private Map<@Nullable Object, @Nullable Object> map() {
    int count = Integer.parseInt(line());
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      map.put(element(), element());
    }
    return Collections.unmodifiableMap(map);
  }

  private @Nullable String bulk() {
    int length = Integer.parseInt(line());
    if (length < 0) {
      return null;
    }
    String text = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length + 2;
    return text;
  }

  private String line() {
    int start = position;
    while (bytes[position] != '\n') {
      position++;
    }
    int end = bytes[position - 1] == '\r' ? position - 1 : position;
    position++;
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }

  private static Double decimal(String text) {
    return switch (text) {
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> Double.valueOf(text);
    };
  }
}
