package dev.holdfast.verification.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.proxy.After;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.proxy.Trap;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ten thousand attempts that end in every way, over a network that swallows answers: while the
 * client lives, nothing of them remains in Redis.
 */
@Timeout(240)
class OrphansTest {

  private static final int ATTEMPTS = 10_000;
  private static final int THREADS = 16;
  private static final int NAMES = 8;
  private static final int ANSWERS_BETWEEN_FAULTS = 500;

  private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> ends = new ConcurrentHashMap<>();
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger held = new AtomicInteger();

  @Test
  void attemptsEndedInEveryWay_leaveNothing() throws Exception {
    try (RedisServer server = RedisServer.start();
        RawRedis raw = server.raw();
        TcpProxy proxy = TcpProxy.to(server.host(), server.port());
        LockClient client =
            LockClient.builder("redis://" + proxy.host() + ":" + proxy.port() + "?timeout=500ms")
                .sessionTtl(Duration.ofMinutes(5))
                .connect()) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int seed = i;
        Thread thread = new Thread(() -> work(client, new Random(seed)), "attempts-" + i);
        thread.start();
        threads.add(thread);
      }
      AtomicReference<Boolean> over = new AtomicReference<>(false);
      Thread faults = new Thread(() -> breakThings(proxy, threads, over), "faults");
      faults.start();
      for (Thread thread : threads) {
        thread.join();
      }
      over.set(true);
      faults.join();
      assertThat(surprises).isEmpty();
      assertThat(held.get())
          .as("attempts that got the lock; others ended by %s", ends)
          .isGreaterThan(ATTEMPTS / 20);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(Leftovers.of(raw)).isEmpty());
    }
  }

  private void work(LockClient client, Random random) {
    while (attempts.getAndIncrement() < ATTEMPTS) {
      DistributedLock lock = client.lock("name-" + random.nextInt(NAMES));
      if (random.nextInt(4) == 0) {
        lock = lock.fair();
      }
      if (random.nextInt(4) == 0) {
        lock = lock.leaseTime(Duration.ofMillis(1 + random.nextInt(50)));
      }
      try {
        attempt(lock, random);
      } catch (InterruptedException | HoldfastException expected) {
        // Every way to end is allowed here; what matters is what remains.
        ends.merge(expected.getClass().getSimpleName(), 1, Integer::sum);
        if (expected instanceof StoreUnavailableException) {
          // Else most attempts would be spent on the pauses in which there is no connection.
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
      } catch (IllegalMonitorStateException lost) {
        // A short lease time had passed before the release.
      } catch (RuntimeException | Error surprise) {
        surprises.add(surprise);
      }
    }
  }

  private void attempt(DistributedLock lock, Random random) throws InterruptedException {
    Duration wait = Duration.ofNanos(random.nextInt(100_000_000));
    switch (random.nextInt(4)) {
      case 0 -> {
        try (Lease lease = lock.acquire(wait)) {
          held.incrementAndGet();
          linger(random);
        }
      }
      case 1 -> {
        if (lock.tryLock(wait)) {
          held.incrementAndGet();
          linger(random);
          lock.unlock();
        }
      }
      case 2 -> {
        if (lock.tryLock()) {
          held.incrementAndGet();
          lock.unlock();
        }
      }
      default -> {
        CompletableFuture<Lease> asked = lock.acquireAsync(wait);
        linger(random);
        if (!asked.cancel(true) && !asked.isCompletedExceptionally()) {
          held.incrementAndGet();
          asked.join().close();
        }
      }
    }
  }

  private static void linger(Random random) {
    LockSupport.parkNanos(random.nextInt(2_000_000));
  }

  private void breakThings(TcpProxy proxy, List<Thread> threads, AtomicReference<Boolean> over) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    List<Supplier<Trap>> faults =
        List.of(
            () -> proxy.dropReply(Match.command("EVALSHA"), After.CUT),
            () -> proxy.dropReply(Match.command("EVALSHA"), After.SILENCE),
            () -> proxy.dropPush(1));
    Trap last = null;
    long answersAtLast = 0;
    while (!over.get()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      threads.get(random.nextInt(THREADS)).interrupt();
      // One at a time, and each only when the client is at work again: faults that were set up
      // during an outage would all hit the next connection, on a slow machine for ever.
      boolean atWork = proxy.replies() - answersAtLast > ANSWERS_BETWEEN_FAULTS;
      if (atWork && (last == null || last.isSprung())) {
        answersAtLast = proxy.replies();
        if (random.nextInt(4) == 0) {
          proxy.reset();
        } else {
          last = faults.get(random.nextInt(faults.size())).get();
        }
      }
    }
    proxy.restore();
  }
}
