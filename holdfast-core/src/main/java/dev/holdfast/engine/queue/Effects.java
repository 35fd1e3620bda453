package dev.holdfast.engine.queue;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * What a transition wants done after its guard is left: calls to the store, wake-ups, callbacks.
 * Run in the order added, by the thread that made the transition. Confined to it.
 */
public final class Effects {

  private static final Logger LOGGER = System.getLogger(Effects.class.getName());

  private final List<Runnable> list = new ArrayList<>(4);

  /** Nothing yet. */
  public Effects() {}

  /** Adds something to be done. */
  public void add(Runnable effect) {
    list.add(effect);
  }

  /** Does all of it. */
  public void run() {
    // By index: an effect never adds to the list that is run, it makes a step of its own.
    for (int i = 0; i < list.size(); i++) {
      try {
        list.get(i).run();
      } catch (RuntimeException | Error failure) {
        // The others wake waiters and end requests; none of them may be left out for it.
        LOGGER.log(Level.ERROR, "An effect of a transition failed", failure);
      }
    }
  }
}
