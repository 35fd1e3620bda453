package dev.holdfast.spi;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How people write a duration in an address, a property or on a command line: a whole number with
 * its unit, as in {@code 500ms}, {@code 10s}, {@code 2m} or {@code 1h}. A number without a unit is
 * refused, because half of its readers take it for seconds and the other half for milliseconds.
 */
public final class DurationText {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  private DurationText() {}

  /**
   * Reads a duration.
   *
   * @param what what it is for, as a message would name it: {@code ttl}
   * @param text a whole number of up to nine digits, and {@code ms}, {@code s}, {@code m} or {@code
   *     h}
   * @return the duration, which may be zero
   * @throws IllegalArgumentException if the text has another form; the message names what and text
   */
  public static Duration parse(String what, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          what
              + "="
              + text
              + " is not a duration; write a whole number with its unit: 500ms, 10s, 2m or 1h");
    }
    long number = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  /**
   * Writes a duration in the largest unit that leaves a whole number. What is below a millisecond
   * is cut off.
   *
   * @param duration not negative
   * @return for example {@code 90s}
   */
  public static String of(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0 || millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
