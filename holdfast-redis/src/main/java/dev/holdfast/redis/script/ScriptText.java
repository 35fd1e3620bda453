package dev.holdfast.redis.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a script, put together from its resource file and the files that it includes.
 *
 * <p>A line {@code -- include NAME.lua} stands for the whole text of that file, which may include
 * others. Redis counts the lines of the whole, which nobody can look up, so that each line's origin
 * is kept for messages.
 */
final class ScriptText {

  private static final Pattern INCLUDE = Pattern.compile(" *-- include ([a-z-]+\\.lua)");

  private final StringBuilder text = new StringBuilder();
  private final List<String> origins = new ArrayList<>();

  private ScriptText() {}

  /** Reads a script and what it includes. */
  static ScriptText load(String file) {
    ScriptText whole = new ScriptText();
    whole.append(file);
    return whole;
  }

  private void append(String file) {
    int number = 0;
    for (String line : read(file)) {
      number++;
      Matcher include = INCLUDE.matcher(line);
      if (include.matches()) {
        append(include.group(1));
      } else {
        append(file, number, line);
      }
    }
  }

  private void append(String file, int number, String line) {
    text.append(line).append('\n');
    origins.add(file + ":" + number);
  }

  private static List<String> read(String file) {
    try (InputStream in = ScriptText.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("Resource " + file + " is missing beside the classes");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Reading the script " + file + " failed", e);
    }
  }

  /** What is sent to Redis. */
  String text() {
    return text.toString();
  }

  /** Where a line, counted from 1 in the whole text, stands: {@code file:line}. */
  Optional<String> origin(int line) {
    return line < 1 || line > origins.size()
        ? Optional.empty()
        : Optional.of(origins.get(line - 1));
  }
}
