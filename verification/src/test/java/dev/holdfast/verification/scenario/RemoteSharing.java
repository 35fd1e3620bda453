package dev.holdfast.verification.scenario;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LockClient;
import dev.holdfast.Permits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

/** What {@link RemoteMain} can be told about read-write locks and semaphores. */
final class RemoteSharing {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final long INSIDE_NANOS_MAX = Duration.ofMillis(4).toNanos();

  private final LockClient client;
  private final Map<String, Permits> permits = new ConcurrentHashMap<>();

  RemoteSharing(LockClient client) {
    this.client = client;
  }

  String run(String verb, List<String> words) throws InterruptedException {
    String name = words.get(0);
    return switch (verb) {
      case "read" -> {
        lock(name).readLock().lock();
        yield now();
      }
      case "unread" -> {
        lock(name).readLock().unlock();
        yield now();
      }
      case "downgrade" -> {
        // For a thread that has locked.
        lock(name).readLock().lock();
        lock(name).writeLock().unlock();
        yield now();
      }
      case "isReading" -> lock(name).readLock().isHeldByCurrentThread() + " " + now();
      case "permits" -> {
        Permits acquired = client.semaphore(name).acquire(count(words), LONG);
        permits.put(name, acquired);
        yield acquired.count() + " " + now();
      }
      case "hasPermits" -> permits.get(name).isHeld() + " " + now();
      case "releasePermits" -> {
        permits.get(name).release();
        yield now();
      }
      case "visits" ->
          visits(
              words.get(1).equals("read") ? lock(name).readLock() : lock(name).writeLock(),
              Integer.parseInt(words.get(2)));
      case "uses" -> visits(client.semaphore(name), count(words), Integer.parseInt(words.get(2)));
      default -> throw new IllegalArgumentException("Unknown verb " + verb);
    };
  }

  private DistributedReadWriteLock lock(String name) {
    return client.readWriteLock(name);
  }

  private static int count(List<String> words) {
    return Integer.parseInt(words.get(1));
  }

  /** Goes in and out; tells of each visit {@code FROM-TO}, by the monotonic clock. */
  private static String visits(Lock lock, int rounds) {
    StringBuilder visits = new StringBuilder();
    for (int i = 0; i < rounds; i++) {
      lock.lock();
      try {
        visits.append(visit());
      } finally {
        lock.unlock();
      }
    }
    return visits.toString().trim();
  }

  private static String visits(DistributedSemaphore semaphore, int rounds, int permits)
      throws InterruptedException {
    StringBuilder visits = new StringBuilder();
    for (int i = 0; i < rounds; i++) {
      try (Permits acquired = semaphore.acquire(permits, LONG)) {
        visits.append(acquired.isHeld() ? visit() : "");
      }
    }
    return visits.toString().trim();
  }

  private static String visit() {
    long from = System.nanoTime();
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(INSIDE_NANOS_MAX));
    return from + "-" + System.nanoTime() + " ";
  }

  private static String now() {
    return Long.toString(System.nanoTime());
  }
}
