package dev.holdfast.engine;

import dev.holdfast.engine.queue.ThreadHold;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many lost holds are kept for an unlock that may never come: a thread that locks many
 * names with a lease time and unlocks none would otherwise fill the heap. The oldest is forgotten
 * first; its unlock then says "not held" instead of "lost".
 */
final class LostHolds {

  private static final int KEPT_MAX = 1024;

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard.
  private final ArrayDeque<ThreadHold> holds = new ArrayDeque<>();

  void add(ThreadHold hold) {
    ThreadHold oldest;
    guard.lock();
    try {
      holds.addLast(hold);
      oldest = holds.size() > KEPT_MAX ? holds.removeFirst() : null;
    } finally {
      guard.unlock();
    }
    forget(oldest);
  }

  private static void forget(@Nullable ThreadHold hold) {
    if (hold != null) {
      hold.lease().queue().forget(hold);
    }
  }
}
