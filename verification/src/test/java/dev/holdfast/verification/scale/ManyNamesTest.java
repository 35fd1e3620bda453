package dev.holdfast.verification.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A name that is not in use costs nothing, in the heap and in Redis. With {@code -Dnames=1000000}
 * it takes a few minutes.
 */
@Timeout(480)
class ManyNamesTest {

  private static final int NAMES = Integer.getInteger("names", 250_000);
  private static final int AT_ONCE = 256;

  /** Less than an entry of a map would take for each name. */
  private static final long SPARE_BYTES = 4L * 1024 * 1024;

  @Test
  void manyNames_leaveNothing() throws Exception {
    try (RedisServer server = RedisServer.start();
        RawRedis raw = server.raw();
        LockClient client = LockClient.connect(server.uri())) {
      cycle(client, "warm-up-", 20_000);
      long before = usedHeap();
      cycle(client, "name-", NAMES);
      assertThat(usedHeap() - before).as("bytes more in the heap").isLessThan(SPARE_BYTES);
      assertThat(Leftovers.of(raw)).isEmpty();
    }
  }

  private static void cycle(LockClient client, String prefix, int count) throws Exception {
    Semaphore places = new Semaphore(AT_ONCE);
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < count; i++) {
      assertThat(places.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
      var unused =
          client
              .lock(prefix + i)
              .acquireAsync(Duration.ofSeconds(30))
              .thenAccept(Lease::close)
              .whenComplete(
                  (done, failure) -> {
                    if (failure != null) {
                      failures.add(failure);
                    }
                    places.release();
                  });
    }
    assertThat(places.tryAcquire(AT_ONCE, 1, TimeUnit.MINUTES)).isTrue();
    assertThat(failures).isEmpty();
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
