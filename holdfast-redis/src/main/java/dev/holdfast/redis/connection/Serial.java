package dev.holdfast.redis.connection;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time and in the order in which they were given, on the threads of those who
 * give them: whoever finds nobody running runs its own task and all that are added meanwhile.
 * Nobody ever waits. A task sees what the earlier ones wrote.
 */
public final class Serial {

  private static final Logger LOGGER = System.getLogger(Serial.class.getName());

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** How many tasks are in the queue or running; whoever raises it from 0 runs them. */
  private final AtomicInteger pending = new AtomicInteger();

  /** Runs a task now, or right behind those that run now. */
  public void run(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() != 0) {
      return;
    }
    do {
      Runnable next = tasks.poll();
      if (next != null) {
        runLogged(next);
      }
    } while (pending.decrementAndGet() != 0);
  }

  private static void runLogged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      LOGGER.log(Level.ERROR, "A task failed", failure);
    }
  }
}
