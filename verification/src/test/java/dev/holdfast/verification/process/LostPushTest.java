package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.proxy.Trap;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A grant whose message was lost is found right after the reconnect. */
// What a failed test still holds is given back when its client is closed.
@SuppressWarnings("LockNotBeforeTry")
class LostPushTest {

  /** The slow check comes after 8 s at the earliest, which shows. */
  private static final Duration TTL = Duration.ofSeconds(30);

  @Test
  void messageIsLost_waiterIsIn_rightAfterTheReconnect() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      LockClient waiting = scene.client(network, TTL);
      DistributedLock lock = scene.client(TTL).lock("k");
      lock.lock();
      var waiter =
          scene.start(
              () -> {
                waiting.lock("k").lock();
                return System.nanoTime();
              });
      Scene.awaitQueue(lock, 1);
      Trap lost = network.dropPush(1);
      lock.unlock();
      lost.awaitSprung(Slack.LONG);

      long made = network.connectionsMade();
      network.cut();
      await().pollInterval(Duration.ofMillis(2)).until(() -> network.connectionsMade() > made);
      Stopwatch watch = Stopwatch.start();

      assertThat(watch.until(waiter.result(), "reconnect after a lost message, until in"))
          .isLessThan(Slack.plus(1_000));
    }
  }
}
