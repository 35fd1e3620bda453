package dev.holdfast.engine.queue;

import java.util.ArrayList;
import java.util.List;

/**
 * What a transition wants done after the queue's guard is left: calls to the store, wake-ups,
 * callbacks. Run in the order added, by the thread that made the transition. Confined to it.
 */
final class Effects {

  private final List<Runnable> list = new ArrayList<>(4);

  void add(Runnable effect) {
    list.add(effect);
  }

  void run() {
    // By index: an effect never adds to the list that is run, it makes a step of its own.
    for (int i = 0; i < list.size(); i++) {
      list.get(i).run();
    }
  }
}
