package dev.holdfast.cli.report;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/** How texts and times of others are shown on a terminal. */
public final class Printable {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private Printable() {}

  /** A text on one line, whose control characters do nothing to the terminal. */
  public static String text(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              boolean visible =
                  type != Character.CONTROL
                      && type != Character.FORMAT
                      && type != Character.LINE_SEPARATOR
                      && type != Character.PARAGRAPH_SEPARATOR;
              if (visible) {
                line.appendCodePoint(c);
              } else {
                line.append("\\u{%x}".formatted(c));
              }
            });
    return line.toString();
  }

  /** The same for a message of several lines, which stay lines. */
  public static String lines(String text) {
    return text.lines().map(Printable::text).collect(Collectors.joining("\n"));
  }

  /** A time of today without the day. */
  public static String time(Instant time, Instant now) {
    ZoneId zone = ZoneId.systemDefault();
    ZonedDateTime local = time.atZone(zone);
    boolean today = local.toLocalDate().equals(LocalDate.ofInstant(now, zone));
    return (today ? TIME : DAY_AND_TIME).format(local);
  }

  /** The two largest units that are not zero, rounded down. */
  public static String duration(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    long days = seconds / 86_400;
    long hours = seconds / 3_600 % 24;
    long minutes = seconds / 60 % 60;
    if (days > 0) {
      return days + "d" + (hours > 0 ? hours + "h" : "");
    }
    if (hours > 0) {
      return hours + "h" + (minutes > 0 ? minutes + "m" : "");
    }
    return minutes > 0
        ? minutes + "m" + (seconds % 60 > 0 ? seconds % 60 + "s" : "")
        : seconds + "s";
  }

  /** A word as the shell reads it back. */
  public static String word(String text) {
    return text.matches("[A-Za-z0-9_@%+=:,./-]+") && !text.startsWith("-")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
