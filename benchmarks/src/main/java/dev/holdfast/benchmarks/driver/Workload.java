package dev.holdfast.benchmarks.driver;

import java.util.UUID;

/**
 * What the threads of a process do.
 *
 * @param threads how many there are
 * @param key the key of all, or {@code -} if each has its own
 * @param holdNanos how long a lock is held; 0 for not at all
 * @param pauseNanos how long a thread stays away after its release; 0 for not at all
 */
record Workload(int threads, String key, long holdNanos, long pauseNanos) {

  Workload {
    if (threads < 1) {
      throw new IllegalArgumentException("At least one thread is needed: " + threads);
    }
  }

  String keyOf(int thread) {
    return key.equals("-") ? "own:" + UUID.randomUUID() + ":" + thread : key;
  }
}
