package dev.holdfast.cli.report;

/**
 * Gives the library its loggers, by the service mechanism of {@link System.LoggerFinder}: so a log
 * line looks like every other line of the command, and no logging framework has to be loaded.
 */
public final class NoticeLoggerFinder extends System.LoggerFinder {

  // The JVM makes the only instance, so that the command can't hand anything to it but here.
  private static volatile Notices notices = new TextNotices(System.err, Verbosity.NORMAL);
  private static volatile System.Logger.Level leastLevel = System.Logger.Level.WARNING;

  /** Says where log lines go from now on. */
  public static void sendTo(Notices target, Verbosity verbosity) {
    notices = target;
    leastLevel =
        verbosity == Verbosity.VERBOSE ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
  }

  static Notices notices() {
    return notices;
  }

  static System.Logger.Level leastLevel() {
    return leastLevel;
  }

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new NoticeLogger(name);
  }
}
