package dev.holdfast.cli.report;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Turns the library's log into notices. Thread-safe. */
final class NoticeLogger implements System.Logger {

  private final String name;

  NoticeLogger(String name) {
    this.name = name;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean isLoggable(Level level) {
    // Java's own loggers speak of what is none of the user's business, unless it is bad.
    Level least = name.startsWith("dev.holdfast") ? NoticeLoggerFinder.leastLevel() : Level.WARNING;
    return level.compareTo(least) >= 0 && level != Level.OFF;
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    if (isLoggable(level)) {
      String text = String.valueOf(message);
      NoticeLoggerFinder.notices().log(level, thrown == null ? text : text + " (" + thrown + ")");
    }
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object... parameters) {
    if (isLoggable(level)) {
      String text = String.valueOf(format);
      boolean plain = parameters == null || parameters.length == 0;
      NoticeLoggerFinder.notices()
          .log(level, plain ? text : MessageFormat.format(text, parameters));
    }
  }
}
