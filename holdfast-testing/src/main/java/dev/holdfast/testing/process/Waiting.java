package dev.holdfast.testing.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for things outside of this JVM, which can only be asked again and again. */
public final class Waiting {

  private static final long PAUSE_NANOS = 2_000_000;

  private Waiting() {}

  /**
   * Waits until the condition is true.
   *
   * @param max how long at most
   * @param condition asked every few milliseconds by the calling thread
   * @param what names the awaited thing in the error, with all that helps to understand it
   * @throws AssertionError if the time is over
   */
  public static void until(Duration max, BooleanSupplier condition, Supplier<String> what) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > max.toNanos()) {
        throw new AssertionError("Waited in vain for " + max + " for " + what.get());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("Interrupted while waiting for " + what.get());
      }
    }
  }
}
