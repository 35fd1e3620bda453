package dev.holdfast.cli.report;

/**
 * The codes with which {@code holdfast} itself ends. {@code holdfast run} passes on the code of its
 * command otherwise, so these are codes that commands rarely use: 64 to 78 as in sysexits.h, 79 and
 * 80 as the first free ones behind them, 126 and 127 as shells use them.
 */
public enum ExitCode {
  /** It is done. */
  DONE(0),
  /** There is nothing that fits what was asked for. */
  NOTHING(1),
  /** The command line is wrong. */
  USAGE(64),
  /** The store can't be reached, or refuses. */
  UNAVAILABLE(69),
  /** A fault of this program. */
  INTERNAL(70),
  /** The lock was not granted, or not given up, within the wait. */
  BUSY(75),
  /** The lock was lost, or about to be, while the command ran. */
  LOST(79),
  /** Holdfast's half of a demo lost an update. */
  PROMISE_BROKEN(80),
  /** The command is there but can't be executed. */
  NOT_EXECUTABLE(126),
  /** The command was not found. */
  NOT_FOUND(127);

  private static final int SIGNAL_BASE = 128;

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number for the system. */
  public int code() {
    return code;
  }

  /** The code of a process that a signal has ended, by convention of the shells. */
  public static int ofSignal(int number) {
    return SIGNAL_BASE + number;
  }
}
