package dev.holdfast.engine.session;

import dev.holdfast.LockListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The only way from the engine to application code: on the callback executor, never on a thread of
 * the store or the timer, never with a guard held. Whatever a callback throws is logged.
 */
public final class Callbacks {

  private static final Logger LOGGER = System.getLogger(Callbacks.class.getName());

  private final Executor executor;
  private final List<LockListener> listeners;

  /** Calls the listeners on the executor. */
  public Callbacks(Executor executor, List<LockListener> listeners) {
    this.executor = executor;
    this.listeners = listeners;
  }

  /** Tells every listener. Costs nothing when there is none. */
  public void tell(Consumer<LockListener> event) {
    for (LockListener listener : listeners) {
      run(() -> event.accept(listener));
    }
  }

  /** Runs application code. */
  public void run(Runnable task) {
    try {
      executor.execute(() -> runLogged(task));
    } catch (RuntimeException | Error refused) {
      // An executor that was shut down, or finds no thread, must not swallow the completion of a
      // future, nor stop the transition that wanted it.
      LOGGER.log(
          Level.WARNING, "The callback executor failed to take a task; it runs here", refused);
      runLogged(task);
    }
  }

  private static void runLogged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      LOGGER.log(Level.ERROR, "A callback of the application failed", failure);
    }
  }
}
