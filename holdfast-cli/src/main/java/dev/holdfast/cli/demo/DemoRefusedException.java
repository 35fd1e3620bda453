package dev.holdfast.cli.demo;

/** A demo can't do what is asked for; the message says why, and what to write instead. */
public final class DemoRefusedException extends RuntimeException {

  /**
   * With a message.
   *
   * @param message for the user
   */
  public DemoRefusedException(String message) {
    super(message);
  }
}
