package dev.holdfast.engine;

import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Blocks a caller's thread until a stage is done, with a bound and without being interrupted. */
final class Blocking {

  private Blocking() {}

  /**
   * Waits for a stage. An interrupt stays pending.
   *
   * @return whether it is done
   * @throws RuntimeException what it failed with
   */
  static boolean await(CompletableFuture<?> stage, long nanos, TimeSource time) {
    boolean interrupted = false;
    long remaining = nanos;
    long endNanos = time.nanos() + nanos;
    try {
      while (true) {
        try {
          stage.get(Math.max(0, remaining), TimeUnit.NANOSECONDS);
          return true;
        } catch (TimeoutException late) {
          return false;
        } catch (InterruptedException interrupt) {
          interrupted = true;
          remaining = endNanos - time.nanos();
        } catch (ExecutionException failure) {
          Throwable cause = Failures.cause(failure);
          if (cause instanceof RuntimeException known) {
            throw known;
          }
          throw new IllegalStateException("A stage failed", cause);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
