package dev.holdfast.engine.session;

import dev.holdfast.LockListener;
import dev.holdfast.spi.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The only way from the engine to application code: on the callback executor, never on a thread of
 * the store or the timer, never with a guard held. Whatever a callback throws is logged.
 *
 * <p>An executor that runs a task on the thread which hands it over, as {@code Runnable::run} and a
 * saturated pool with a caller-runs policy do, would let a callback that blocks stop the renewals.
 * So a task that finds itself on that thread, inside of the call that hands it over, goes to the
 * client's own pool instead; and so does one that the executor refuses.
 */
public final class Callbacks {

  private static final Logger LOGGER = System.getLogger(Callbacks.class.getName());

  private final Executor executor;
  private final Executor own;
  private final List<ListenerLane> lanes;
  // Each is told once, because it may be so for every task.
  private final AtomicBoolean inlineTold = new AtomicBoolean();
  private final AtomicBoolean refusalTold = new AtomicBoolean();

  /**
   * Runs application code on an executor.
   *
   * @param executor the application's, or the client's own
   * @param own the client's own, which never runs a task on the calling thread
   * @param time the clocks
   * @param listeners told of every event
   */
  public Callbacks(Executor executor, Executor own, TimeSource time, List<LockListener> listeners) {
    this.executor = executor;
    this.own = own;
    this.lanes =
        listeners.stream()
            .map(
                listener ->
                    new ListenerLane(
                        listener, this::run, time, text -> LOGGER.log(Level.WARNING, text)))
            .toList();
  }

  /** Tells every listener. Costs nothing when there is none. */
  public void tell(Consumer<LockListener> event) {
    for (ListenerLane lane : lanes) {
      lane.add(event);
    }
  }

  /** Runs application code. */
  public void run(Runnable task) {
    Handover handover = new Handover(task);
    try {
      executor.execute(handover);
    } catch (RuntimeException | Error refused) {
      // An executor that was shut down, or finds no thread, must not swallow the completion of a
      // future, nor stop the transition that wanted it.
      if (refusalTold.compareAndSet(false, true)) {
        LOGGER.log(
            Level.WARNING,
            "The callback executor failed to take a task; the client's own pool runs it",
            refused);
      }
      handover.elsewhere();
    } finally {
      handover.returned = true;
    }
  }

  static void runLogged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      LOGGER.log(Level.ERROR, "A callback of the application failed", failure);
    }
  }

  /** A task on its way to a thread that may run it. Runs once, whatever an executor does. */
  private final class Handover implements Runnable {

    private final Runnable task;
    private final Thread from = Thread.currentThread();
    private final AtomicBoolean taken = new AtomicBoolean();

    /** Whether the executor's method has returned. Written and read by {@link #from} only. */
    private boolean returned;

    Handover(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (Thread.currentThread() == from && !returned) {
        if (inlineTold.compareAndSet(false, true)) {
          LOGGER.log(
              Level.WARNING,
              "The callback executor runs tasks on the thread that hands them over, which may be one"
                  + " that renews sessions; the client's own pool runs them");
        }
        elsewhere();
      } else if (taken.compareAndSet(false, true)) {
        runLogged(task);
      }
    }

    void elsewhere() {
      if (!taken.compareAndSet(false, true)) {
        return;
      }
      try {
        own.execute(() -> runLogged(task));
      } catch (RuntimeException | Error noThread) {
        // The JVM has no thread left. Late renewals are better than a future that never completes.
        LOGGER.log(Level.ERROR, "No thread is left for a callback; it runs here", noThread);
        runLogged(task);
      }
    }
  }
}
