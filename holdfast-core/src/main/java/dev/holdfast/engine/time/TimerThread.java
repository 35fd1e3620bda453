package dev.holdfast.engine.time;

import dev.holdfast.spi.Scheduler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer on one daemon thread of its own. Tasks are short and never run application code. */
public final class TimerThread implements Scheduler, AutoCloseable {

  private static final Logger LOGGER = System.getLogger(TimerThread.class.getName());
  private static final Timer NOTHING = () -> {};

  private final ScheduledThreadPoolExecutor executor;

  /** Starts no thread until the first task comes. */
  public TimerThread(String name) {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    try {
      ScheduledFuture<?> future =
          executor.schedule(() -> runLogged(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
      return () -> future.cancel(false);
    } catch (RejectedExecutionException closed) {
      // After the client's end nothing is left that a task could do.
      return NOTHING;
    }
  }

  private static void runLogged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      LOGGER.log(Level.ERROR, "A timer task failed", failure);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
