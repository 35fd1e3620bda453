package dev.holdfast.tck.arena;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A thread that does what the test says, one thing after the other, so that it can own locks. */
public final class Actor implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final LinkedBlockingQueue<Runnable> orders = new LinkedBlockingQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Thread thread;

  private volatile boolean working;

  /** Touched by the thread itself only. */
  private boolean ended;

  Actor(String name) {
    thread = new Thread(this::play, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** A piece of work. */
  @FunctionalInterface
  public interface Work {

    /**
     * Does it.
     *
     * @throws Exception if it fails
     */
    void run() throws Exception;
  }

  private void play() {
    while (!ended) {
      playNext();
    }
  }

  private void playNext() {
    try {
      orders.take().run();
    } catch (InterruptedException late) {
      // Meant for the work before, which had ended already: nothing to pass on.
      return;
    }
  }

  /**
   * Begins something and does not wait for it.
   *
   * @param <T> its result
   * @param work what to do
   * @return completes with the result or the failure of the work
   */
  public <T extends @Nullable Object> CompletableFuture<T> begins(Callable<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    unfinished.incrementAndGet();
    orders.add(
        () -> {
          working = true;
          try {
            done.complete(work.call());
          } catch (Throwable failure) {
            done.completeExceptionally(failure);
          } finally {
            working = false;
            unfinished.decrementAndGet();
          }
        });
    return done;
  }

  /**
   * Begins something without a result.
   *
   * @param work what to do
   * @return completes when it is done
   */
  public CompletableFuture<Boolean> starts(Work work) {
    return begins(
        () -> {
          work.run();
          return true;
        });
  }

  /**
   * Does something and waits until it is done.
   *
   * @param <T> its result
   * @param work what to do
   * @return the result
   * @throws Exception the failure of the work
   */
  public <T extends @Nullable Object> T gets(Callable<T> work) throws Exception {
    CompletableFuture<T> done = begins(work);
    try {
      return done.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw failed;
    } catch (TimeoutException hangs) {
      AssertionError error = new AssertionError(thread.getName() + " hangs");
      error.setStackTrace(thread.getStackTrace());
      throw error;
    }
  }

  /**
   * Does something without a result and waits until it is done.
   *
   * @param work what to do
   * @throws Exception the failure of the work
   */
  public void does(Work work) throws Exception {
    gets(
        () -> {
          work.run();
          return true;
        });
  }

  /** Interrupts whatever the actor does. */
  public void interrupt() {
    thread.interrupt();
  }

  /**
   * The thread.
   *
   * @return the actor's thread
   */
  public Thread thread() {
    return thread;
  }

  /** Waits until the actor waits for something in the midst of its work. */
  public void awaitBlocked() {
    Patience.await(thread.getName() + " to wait")
        .during(Duration.ofMillis(30))
        .until(
            () ->
                working
                    && (thread.getState() == Thread.State.WAITING
                        || thread.getState() == Thread.State.TIMED_WAITING));
  }

  boolean isIdle() {
    return unfinished.get() == 0;
  }

  @Override
  public void close() {
    orders.add(() -> ended = true);
  }
}
