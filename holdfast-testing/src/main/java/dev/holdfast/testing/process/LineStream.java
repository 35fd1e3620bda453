package dev.holdfast.testing.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The lines that a process writes to one of its streams, read by a thread of its own and kept. Safe
 * for use by many threads.
 */
final class LineStream {

  /** Far more than any test writes; a process that goes mad does not take our heap. */
  private static final int LINES_MAX = 1_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private final List<String> lines = new ArrayList<>();
  private int awaited;
  private boolean ended;

  private final Thread thread;

  LineStream(String name, InputStream in) {
    this.thread = new Thread(() -> readAll(in), name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void readAll(InputStream in) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      while (line != null) {
        add(line);
        line = reader.readLine();
      }
    } catch (IOException e) {
      add("(reading the output failed: " + e + ")");
    } finally {
      end();
    }
  }

  private void add(String line) {
    lock.lock();
    try {
      if (lines.size() < LINES_MAX) {
        lines.add(line);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a line that was not awaited before, and passes over those in front of it. Empty if
   * the stream ends or the time is over without it; then nothing is passed over.
   */
  Optional<String> await(Predicate<String> wanted, Duration max) throws InterruptedException {
    long deadline = System.nanoTime() + max.toNanos();
    lock.lock();
    try {
      int next = awaited;
      while (true) {
        for (; next < lines.size(); next++) {
          if (wanted.test(lines.get(next))) {
            awaited = next + 1;
            return Optional.of(lines.get(next));
          }
        }
        long left = deadline - System.nanoTime();
        if (ended || left <= 0) {
          return Optional.empty();
        }
        changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** All lines so far. */
  List<String> lines() {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the end of the stream. Somebody else may hold it open after the process has ended.
   */
  void awaitEnd(Duration max) throws InterruptedException {
    thread.join(max.toMillis());
  }
}
