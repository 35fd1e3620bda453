package dev.holdfast.memory;

import dev.holdfast.spi.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The spaces of this JVM by name. A space lasts while somebody uses it, and after that while a
 * session lives in it: a client that vanished without closing its session still holds its locks.
 */
final class MemorySpaces {

  private static final ReentrantLock GUARD = new ReentrantLock();
  private static final Map<String, MemorySpace> SPACES = new HashMap<>();

  private MemorySpaces() {}

  static MemorySpace enter(String name, TimeSource time) {
    GUARD.lock();
    try {
      SPACES.values().removeIf(MemorySpaces::isAbandoned);
      MemorySpace space = SPACES.computeIfAbsent(name, n -> new MemorySpace(time));
      space.changeUsers(1);
      return space;
    } finally {
      GUARD.unlock();
    }
  }

  static void leave(MemorySpace space) {
    GUARD.lock();
    try {
      space.changeUsers(-1);
      SPACES.values().removeIf(MemorySpaces::isAbandoned);
    } finally {
      GUARD.unlock();
    }
  }

  private static boolean isAbandoned(MemorySpace space) {
    return space.changeUsers(0) == 0
        && space.command(turn -> turn.model().sessions(turn.now())).isEmpty();
  }
}
