package dev.holdfast.cli.report;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Sets up java.util.logging, to which the driver of a store writes, when something first uses it.
 * What the driver has to say is for those who look for a fault: the library itself tells what
 * matters to its user.
 */
public final class DriverLog {

  private static final String CONFIGURED_BY = "java.util.logging.config.class";

  /** Called by java.util.logging. */
  public DriverLog() {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    root.setLevel(Level.INFO);
    root.addHandler(new ToNotices());
  }

  /** Has this class called in time. Must come before the first use of java.util.logging. */
  public static void install() {
    System.setProperty(CONFIGURED_BY, DriverLog.class.getName());
  }

  private static final class ToNotices extends Handler {

    private final SimpleFormatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord line) {
      if (isLoggable(line) && NoticeLoggerFinder.leastLevel() == System.Logger.Level.DEBUG) {
        NoticeLoggerFinder.notices()
            .log(
                System.Logger.Level.INFO,
                line.getLoggerName() + ": " + formatter.formatMessage(line));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
