package dev.holdfast.benchmarks.run;

/** A contestant could not go on; the message says why. */
final class DriverFailedException extends RuntimeException {

  DriverFailedException(String message) {
    super(message);
  }
}
