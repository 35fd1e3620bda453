package dev.holdfast.verification.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands of threads that wait over a client's one connection. */
@Timeout(240)
class ManyWaitersTest {

  private static final long STACK_BYTES = 256 * 1024;

  private RedisServer server;
  private RawRedis raw;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger served = new AtomicInteger();

  @BeforeEach
  void start() {
    server = RedisServer.start();
    raw = server.raw();
  }

  @AfterEach
  void stop() {
    raw.close();
    server.close();
  }

  @Test
  void tenThousandThreads_onTenThousandContendedNames_areAllServed() throws Exception {
    int count = 10_000;
    try (LockClient holder = LockClient.connect(server.uri());
        LockClient waiters = LockClient.connect(server.uri())) {
      List<CompletableFuture<Lease>> held = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        held.add(holder.lock("name-" + i).acquireAsync(Duration.ofSeconds(60)));
      }
      CompletableFuture.allOf(held.toArray(CompletableFuture[]::new)).get();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        threads.add(serve(waiters.lock("name-" + i)));
      }
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> waitersInStore(waiters, count - 1) == 1 && waitersInStore(waiters, 0) == 1);
      for (CompletableFuture<Lease> lease : held) {
        lease.get().close();
      }
      join(threads);
    }
    assertThat(failures).isEmpty();
    assertThat(served).hasValue(count);
    await().untilAsserted(() -> assertThat(Leftovers.of(raw)).isEmpty());
  }

  @Test
  void aThousandThreads_onOneName_areAllServed() throws Exception {
    int count = 1_000;
    try (LockClient client = LockClient.connect(server.uri());
        LockClient other = LockClient.connect(server.uri())) {
      Lease held = other.lock("one").acquire(Duration.ofSeconds(10));
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        threads.add(serve(client.lock("one")));
      }
      await().until(() -> waitersInStore(other, "one") == 1);
      held.close();
      join(threads);
    }
    assertThat(failures).isEmpty();
    assertThat(served).hasValue(count);
    await().untilAsserted(() -> assertThat(Leftovers.of(raw)).isEmpty());
  }

  private Thread serve(DistributedLock lock) {
    Runnable task =
        () -> {
          try {
            lock.lock();
            try {
              served.incrementAndGet();
            } finally {
              lock.unlock();
            }
          } catch (RuntimeException failure) {
            failures.add(failure);
          }
        };
    Thread thread = new Thread(null, task, "waiter", STACK_BYTES);
    thread.start();
    return thread;
  }

  private static int waitersInStore(LockClient client, int number) {
    return waitersInStore(client, "name-" + number);
  }

  private static int waitersInStore(LockClient client, String name) {
    return client.lock(name).inspect().queue().size();
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(Duration.ofMinutes(2).toMillis());
      assertThat(thread.isAlive()).as("a waiter is still waiting").isFalse();
    }
  }
}
