package dev.holdfast.verification.failover;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockFailure;
import dev.holdfast.testing.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Clients that take and release locks until the end: one thread of each for moments, another one
 * for longer, so that every fail-over comes while locks are held and waited for.
 */
final class Load implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final int MOMENT_MILLIS = 10;
  private static final int WHILE_MILLIS = 3_000;
  private static final int PAUSE_MILLIS = 20;

  private final List<LockClient> clients;
  private final List<String> names;
  private final Map<String, Seat> seats = new ConcurrentHashMap<>();
  private final Map<LockClient, AtomicLong> workedNanos = new ConcurrentHashMap<>();
  private final Collection<String> surprises = new ConcurrentLinkedQueue<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean over;

  /**
   * Begins.
   *
   * @param names what the moments are about
   */
  Load(String uri, int count, List<String> names) {
    this.names = names;
    this.clients =
        IntStream.range(0, count)
            .mapToObj(i -> LockClient.builder(uri).clientName("client-" + i).connect())
            .toList();
    for (LockClient client : clients) {
      workedNanos.put(client, new AtomicLong(System.nanoTime()));
    }
    for (int i = 0; i < clients.size(); i++) {
      LockClient client = clients.get(i);
      int seed = i;
      threads.execute(() -> work(client, new Random(seed), names, MOMENT_MILLIS, true));
      List<String> apart = List.of("long-" + i % 2, "long-" + (i + 1) % 2);
      threads.execute(() -> work(client, new Random(seed), apart, WHILE_MILLIS, false));
    }
  }

  private void work(
      LockClient client, Random random, List<String> among, int holdMillis, boolean counts) {
    while (!over) {
      String name = among.get(random.nextInt(among.size()));
      try {
        Optional<Lease> got = client.lock(name).tryAcquire(WAIT);
        if (got.isPresent()) {
          try (Lease lease = got.get()) {
            seats.computeIfAbsent(name, Seat::new).take(lease);
            pause(random.nextInt(holdMillis) + 1);
          }
          if (counts) {
            workedNanos.get(client).set(System.nanoTime());
          }
        }
      } catch (RuntimeException failure) {
        if (failure instanceof LockFailure) {
          failures.incrementAndGet();
        } else {
          surprises.add(failure.toString());
        }
        pause(PAUSE_MILLIS);
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
  }

  /**
   * Waits until every client has taken and released a lock after this call.
   *
   * @return how long that took
   */
  Duration awaitAllWork(Duration max) {
    long start = System.nanoTime();
    Waiting.until(
        max,
        () -> workedNanos.values().stream().allMatch(worked -> worked.get() - start > 0),
        () -> "all clients to work; failures so far: " + failures);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** What must never happen, and did. */
  List<String> violations() {
    List<String> all = new ArrayList<>(surprises);
    seats.values().forEach(seat -> all.addAll(seat.violations()));
    return all;
  }

  /** How many leases there were. */
  int leases() {
    return seats.values().stream().mapToInt(Seat::taken).sum();
  }

  @Override
  public String toString() {
    return "%d leases, %d failed calls, of %d clients and %d names"
        .formatted(leases(), failures.get(), clients.size(), names.size() + 2);
  }

  /** Lets every thread come to its end, and closes the clients. */
  @Override
  public void close() {
    over = true;
    threads.shutdown();
    clients.forEach(LockClient::close);
    threads.shutdownNow();
  }
}
