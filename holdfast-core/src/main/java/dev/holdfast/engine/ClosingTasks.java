package dev.holdfast.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is to be ended when the client is closed. Each task runs once at most: by the client's
 * closing, or at once when it comes too late for that. Thread-safe.
 */
final class ClosingTasks {

  // A task that is added while the client closes is seen by one of the two: it is put into the set
  // before closed is looked at, and closed is set before the set is walked.
  private final Set<Runnable> tasks = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Adds a task: short, and not the application's. */
  void add(Runnable task) {
    tasks.add(task);
    if (closed) {
      runOnce(task);
    }
  }

  /** Forgets a task. */
  void remove(Runnable task) {
    tasks.remove(task);
  }

  /** The client is closed. */
  void run() {
    closed = true;
    tasks.forEach(this::runOnce);
  }

  private void runOnce(Runnable task) {
    if (tasks.remove(task)) {
      task.run();
    }
  }
}
