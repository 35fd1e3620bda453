package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C010: a holder that was cut off past its TTL is told of the loss once, and takes nothing back.
 */
@Tag("slow")
class C010_reconnectAfterExpiryTest {

  private static final Duration TTL = Duration.ofSeconds(2);

  @Test
  void cutOffForTwoTtls_lossIsToldOnce_andTheOtherKeepsTheLock() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      LockClient a = scene.client(network, TTL);
      LockClient b = scene.client(Duration.ofSeconds(30));
      Lease ofA = a.lock("k").acquire(Slack.LONG);
      AtomicInteger told = new AtomicInteger();
      ofA.onLost(told::incrementAndGet);

      network.blackHole();
      try (Lease ofB = b.lock("k").acquire(TTL.plus(Slack.LONG))) {
        await().atMost(Slack.LONG).untilAsserted(() -> assertThat(told).hasValue(1));
        assertThat(ofA.isHeld()).isFalse();
        network.restore();
        Scene.pass(TTL.multipliedBy(2));

        assertThat(told).hasValue(1);
        assertThatThrownBy(ofA::close).isInstanceOf(LockLostException.class);
        assertThat(ofB.isHeld()).isTrue();
        assertThat(b.lock("k").inspect().holders().get(0).fencingToken())
            .isEqualTo(ofB.fencingToken());
        assertThat(a.lock("k").tryLock()).isFalse();
      }
    }
  }
}
