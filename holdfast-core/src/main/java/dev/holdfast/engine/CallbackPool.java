package dev.holdfast.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that run the application's callbacks unless it names an executor. Grows as needed,
 * because a callback may wait for another one's lock; idle threads end after ten seconds.
 */
final class CallbackPool implements Executor {

  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor executor;

  CallbackPool(String clientName) {
    AtomicInteger count = new AtomicInteger();
    executor =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread =
                  new Thread(
                      task, "holdfast-callback-" + clientName + "-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  /** Lets running and waiting callbacks end, and takes no more. */
  void close() {
    executor.shutdown();
  }
}
