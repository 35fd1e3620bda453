package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import dev.holdfast.verification.scenario.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C060: three hundred waiters of three clients are all served, in the order of their arrival. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class C060_manyFairWaitersTest {

  private static final int CLIENTS = 3;
  private static final int THREADS = 100;
  private static final Duration TTL = Duration.ofMinutes(2);

  @Test
  void threeHundredWaiters_areServedInOrder() throws Exception {
    try (Scene scene = Scene.set()) {
      RawRedis raw = scene.raw();
      DistributedLock holder = scene.client(TTL).lock("k");
      List<LockClient> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(scene.client(TTL));
      }
      holder.lock();
      List<Integer> served = new CopyOnWriteArrayList<>();
      List<Integer> arrived = new ArrayList<>();
      List<Task<Boolean>> waiters = new ArrayList<>();
      for (int i = 0; i < CLIENTS * THREADS; i++) {
        int number = i;
        DistributedLock lock = clients.get(i % CLIENTS).fairLock("k");
        waiters.add(scene.start(() -> serve(lock, number, served)));
        arrived.add(number);
        await()
            .atMost(Slack.LONG)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> raw.command("ZCARD", "{hf:0}:q:k").equals(number + 1L));
      }

      Stopwatch watch = Stopwatch.start();
      holder.unlock();
      for (Task<Boolean> waiter : waiters) {
        waiter.result(Duration.ofSeconds(60));
      }

      assertThat(watch.stop("300 waiters, 5 ms each")).isLessThan(Duration.ofSeconds(60));
      assertThat(served).isEqualTo(arrived);
      assertThat(scene.lockKeys()).isEmpty();
    }
  }

  private static boolean serve(DistributedLock lock, int number, List<Integer> served) {
    lock.lock();
    served.add(number);
    LockSupport.parkNanos(5_000_000);
    lock.unlock();
    return true;
  }
}
