package dev.holdfast.engine;

import dev.holdfast.engine.queue.ThreadHold;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many holds are kept for an unlock that may never come: lost ones, and those whose
 * release has no answer. A thread that locks many names with a lease time and unlocks none would
 * otherwise fill the heap.
 *
 * <p>Up to {@link #KEPT_MAX} nothing is forgotten. Beyond that the holds of threads that have ended
 * are, since nobody can unlock them, and each thread that adds one more than {@link
 * #KEPT_PER_THREAD} loses its own oldest, whose unlock then says "not held" instead of "lost". So
 * no thread forgets for the sake of others, however many are lost at once.
 */
final class LostHolds {

  static final int KEPT_MAX = 1024;
  static final int KEPT_PER_THREAD = 64;

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard; the oldest first. By identity, as threads own locks.
  private final IdentityHashMap<Thread, ArrayDeque<ThreadHold>> holds = new IdentityHashMap<>();
  // Guarded by guard: holds of all threads.
  private int size;
  // Guarded by guard: the size beyond which threads that have ended are looked for. Doubles what
  // was left the last time, so that looking costs little for each hold.
  private int lookAt = KEPT_MAX;

  /** Keeps a hold until it is removed or forgotten. */
  void add(ThreadHold hold) {
    List<ThreadHold> forgotten = new ArrayList<>();
    guard.lock();
    try {
      ArrayDeque<ThreadHold> own =
          holds.computeIfAbsent(hold.owner(), thread -> new ArrayDeque<>(4));
      if (own.contains(hold)) {
        return;
      }
      own.addLast(hold);
      size++;
      if (size > lookAt) {
        takeEnded(forgotten);
        lookAt = Math.max(KEPT_MAX, 2 * size);
      }
      if (size > KEPT_MAX && own.size() > KEPT_PER_THREAD) {
        forgotten.add(own.removeFirst());
        size--;
      }
    } finally {
      guard.unlock();
    }
    for (ThreadHold old : forgotten) {
      old.lease().queue().forget(old);
    }
    if (!hold.lease().queue().keeps(hold)) {
      // Its thread has unlocked it between the loss and this call.
      remove(hold);
    }
  }

  private void takeEnded(List<ThreadHold> taken) {
    Iterator<ArrayDeque<ThreadHold>> threads = holds.values().iterator();
    while (threads.hasNext()) {
      ArrayDeque<ThreadHold> own = threads.next();
      if (!own.getFirst().owner().isAlive()) {
        threads.remove();
        taken.addAll(own);
        size -= own.size();
        own.clear();
      }
    }
  }

  /** The hold was unlocked, or is not kept for another reason. */
  void remove(ThreadHold hold) {
    guard.lock();
    try {
      @Nullable ArrayDeque<ThreadHold> own = holds.get(hold.owner());
      if (own != null && own.removeLastOccurrence(hold)) {
        size--;
        if (own.isEmpty()) {
          holds.remove(hold.owner());
        }
      }
    } finally {
      guard.unlock();
    }
  }
}
