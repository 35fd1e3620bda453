package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.Direction;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** C038: a grant that crosses an interrupt is given back at once. */
class C038_grantCrossesInterruptTest {

  /** Longer than any slack, so that it shows when somebody waits for it. */
  private static final Duration TTL = Duration.ofSeconds(20);

  @Test
  void interruptBeforeTheAnswerIsRead_theLockIsFree_atOnce() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      LockClient a = scene.client(network, TTL);
      LockClient b = scene.client(TTL);
      // The session is there, so that the next answer is that to the request.
      a.lock("other").run(Slack.LONG, lease -> {});
      network.delay(Direction.TO_CLIENT, Duration.ofMillis(300));
      var t1 =
          scene.start(
              () -> {
                a.lock("k").lockInterruptibly();
                return true;
              });
      // The store has granted it; the answer is on its way.
      await().atMost(Slack.LONG).until(() -> !b.lock("k").inspect().holders().isEmpty());

      t1.interrupt();
      Stopwatch watch = Stopwatch.start();

      assertThat(t1.failure()).isInstanceOf(InterruptedException.class);
      assertThat(b.lock("k").tryLock(TTL)).isTrue();
      assertThat(watch.stop("interrupt, until another client is in")).isLessThan(Slack.plus(1_000));
    }
  }
}
