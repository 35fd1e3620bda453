package dev.holdfast.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads 500ms, 10s, 2m, 1h, ISO 8601 as in PT1M30S, and 0, the one number that needs no unit. What
 * is longer than the longest wait of the library counts as that, so that nothing can overflow.
 */
final class DurationConverter implements ITypeConverter<Duration> {

  private static final Duration MAX = Duration.ofDays(36_500);
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Duration duration = read(text);
    return duration.compareTo(MAX) > 0 ? MAX : duration;
  }

  private static Duration read(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      long number = Long.parseLong(form.group(1));
      return switch (form.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }
    try {
      Duration duration = Duration.parse(text);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // Told below, in our words.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a duration; write 500ms, 10s, 2m, 1h, or ISO 8601 such as PT1M30S");
  }
}
