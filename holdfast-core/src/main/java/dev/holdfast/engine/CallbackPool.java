package dev.holdfast.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The client's own threads for callbacks of the application, where that names no executor, or one
 * that can't be used. Grows as needed, because a callback may wait for another one's lock: by one
 * thread for each loss action and completed future that blocks, and by one for each listener. Idle
 * threads end after ten seconds.
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

  /**
   * Ends idle threads, and from now on each as soon as it is idle. What still comes is run all the
   * same: a future may wait for it.
   */
  void close() {
    executor.setKeepAliveTime(0, TimeUnit.SECONDS);
  }
}
