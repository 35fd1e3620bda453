package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that is killed while twenty of its threads wait holds up the others a little. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class KilledWaitersTest {

  private static final int WAITERS = 20;

  /** Longer than any slack, so that it shows when somebody waits for it. */
  private static final Duration TTL = Duration.ofSeconds(10);

  @Test
  void strictOrder_theNextIsIn_withinOneTtl() throws Exception {
    Duration took = delayOfTheNext("k!fair", WAITERS);

    assertThat(took).isLessThan(TTL.plusSeconds(1).plus(Slack.MACHINE));
  }

  @Test
  void withoutOrder_theNextIsIn_atOnce() throws Exception {
    Duration took = delayOfTheNext("k", 1);

    assertThat(took).isLessThan(Slack.MACHINE);
  }

  @Test
  void theOnlyWaiterIsKilled_theNextThatAsks_isIn_atOnce() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient b = scene.process(TTL);
      LockClient a = scene.client(TTL);
      LockClient c = scene.client(TTL);
      RawRedis raw = scene.raw();
      a.lock("k").lock();
      b.tell("t1 lock k");
      Scene.awaitQueue(a.lock("k"), 1);
      b.process().kill();
      // Then the server knows that its connection is closed: only the holder's is left.
      await("the end of the waiter's connection")
          .atMost(Slack.LONG)
          .until(
              () -> raw.command("PUBSUB", "CHANNELS") instanceof List<?> left && left.size() == 1);

      Stopwatch watch = Stopwatch.start();
      a.lock("k").unlock();
      c.lock("k").lock();

      assertThat(watch.stop("release behind the only waiter, which is dead, until the next is in"))
          .isLessThan(Slack.MACHINE);
    }
  }

  /** Threads that don't ask for strict order share one place in the store's queue. */
  private static Duration delayOfTheNext(String name, int places) throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient b = scene.process(TTL);
      LockClient a = scene.client(TTL);
      LockClient c = scene.client(TTL);
      DistributedLock lock = a.lock("k");
      lock.lock();
      for (int i = 0; i < WAITERS; i++) {
        b.tell("t" + i + " lock " + name);
      }
      Scene.awaitQueue(lock, places);
      b.process().kill();
      DistributedLock last = name.endsWith("!fair") ? c.fairLock("k") : c.lock("k");
      var waiter =
          scene.start(
              () -> {
                last.lock();
                return System.nanoTime();
              });
      Scene.awaitQueue(lock, places + 1);

      Stopwatch watch = Stopwatch.start();
      lock.unlock();

      return watch.until(
          waiter.result(), "release behind " + places + " dead places, until the next is in");
    }
  }
}
