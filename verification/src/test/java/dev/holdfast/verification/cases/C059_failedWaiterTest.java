package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C059: a waiter that lost its connection delays the next one by one TTL at most, and those who
 * queue already not at all, unless strict order is asked for.
 */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class C059_failedWaiterTest {

  private static final Duration TTL = Duration.ofSeconds(10);
  private static final Duration LONG_TTL = Duration.ofSeconds(60);

  @Test
  void strictOrder_nextIsIn_withinOneTtl() throws Exception {
    try (Scene scene = Scene.set()) {
      DistributedLock a = scene.client(LONG_TTL).lock("k");
      DistributedLock c = scene.client(LONG_TTL).fairLock("k");
      holdAndFailToWait(scene, a, true);

      a.unlock();
      Stopwatch watch = Stopwatch.start();

      assertThat(c.tryLock(TTL.plus(Slack.LONG))).isTrue();
      assertThat(watch.stop("strict order, behind a waiter that failed"))
          .isLessThan(TTL.plusSeconds(1).plus(Slack.MACHINE));
    }
  }

  @Test
  void withoutOrder_nextIsIn_atOnce() throws Exception {
    try (Scene scene = Scene.set()) {
      DistributedLock a = scene.client(LONG_TTL).lock("k");
      LockClient clientOfC = scene.client(LONG_TTL);
      holdAndFailToWait(scene, a, false);
      var c =
          scene.start(
              () -> {
                clientOfC.lock("k").lock();
                return System.nanoTime();
              });
      Scene.awaitQueue(a, 2);

      Stopwatch watch = Stopwatch.start();
      a.unlock();

      assertThat(watch.until(c.result(), "no order, behind a waiter that failed"))
          .isLessThan(Slack.MACHINE);
    }
  }

  /** Another client queues behind the holder, and loses its connection for good. */
  private static void holdAndFailToWait(Scene scene, DistributedLock a, boolean fair) {
    TcpProxy network = scene.network();
    LockClient clientOfB = scene.client(network, TTL);
    DistributedLock b = fair ? clientOfB.fairLock("k") : clientOfB.lock("k");
    a.lock();
    var waiting = scene.start(() -> b.tryLock(Duration.ofSeconds(2)));
    Scene.awaitQueue(a, 1);
    network.refuse();
    network.cut();
    assertThat(waiting.failure()).isInstanceOf(StoreUnavailableException.class);
  }
}
