package dev.holdfast.verification.scenario;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Something that is being done on a thread of its own.
 *
 * @param <T> its result
 * @param thread the thread
 * @param future the result to be
 */
public record Task<T>(Thread thread, FutureTask<T> future) {

  /**
   * Waits for the result.
   *
   * @return the result
   * @throws Exception what the task has thrown
   */
  public T result() throws Exception {
    return result(Slack.LONG);
  }

  /**
   * Waits for the result.
   *
   * @param max how long at most
   * @return the result
   * @throws AssertionError if there is none by then
   * @throws Exception what the task has thrown
   */
  public T result(Duration max) throws Exception {
    try {
      return future.get(max.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception failure) {
        throw failure;
      }
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      AssertionError late = new AssertionError(thread.getName() + " has no result after " + max);
      late.setStackTrace(thread.getStackTrace());
      throw late;
    }
  }

  /**
   * The exception that the task ends with.
   *
   * @return what it has thrown
   * @throws AssertionError if it has a result, or has not ended in time
   */
  public Throwable failure() {
    try {
      T result = future.get(Slack.LONG.toMillis(), TimeUnit.MILLISECONDS);
      throw new AssertionError("There is no failure but a result: " + result);
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException | TimeoutException e) {
      AssertionError late = new AssertionError(thread.getName() + " has not ended", e);
      late.setStackTrace(thread.getStackTrace());
      throw late;
    }
  }

  /** Interrupts it. */
  public void interrupt() {
    thread.interrupt();
  }
}
