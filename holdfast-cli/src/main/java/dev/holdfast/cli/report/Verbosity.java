package dev.holdfast.cli.report;

/** How much is told beside errors. */
public enum Verbosity {
  /** Nothing. */
  QUIET,
  /** What a person who waits wants to know. */
  NORMAL,
  /** Every step, and the library's log. */
  VERBOSE
}
