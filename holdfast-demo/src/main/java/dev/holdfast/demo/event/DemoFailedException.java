package dev.holdfast.demo.event;

/** A demo could not come to its end: nothing is known about the promise. */
public final class DemoFailedException extends RuntimeException {

  private final boolean interrupted;

  /** With a message for the user. */
  public DemoFailedException(String message) {
    this(message, false);
  }

  /** With a message, and whether somebody has pressed Ctrl-C, which needs no message. */
  public DemoFailedException(String message, boolean interrupted) {
    super(message);
    this.interrupted = interrupted;
  }

  /** Whether it was ended by a Ctrl-C. */
  public boolean interrupted() {
    return interrupted;
  }
}
