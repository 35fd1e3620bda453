package dev.holdfast.verification.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a latch costs the server, counted by the server and the networks themselves. */
class LatchCostTest {

  /** The slow check comes after a third of it, long after these tests. */
  private static final Duration TTL = Duration.ofMinutes(10);

  private static final int CLIENTS = 3;
  private static final int AWAITS = 1_000;

  private static void awaitAwaiting(RawRedis raw, long count) {
    await().until(() -> raw.command("HLEN", "{hf:0}:dw:n").equals(count));
  }

  @Test
  void opening_isOneMessageToEachClient_howeverManyAwaitIt() throws Exception {
    try (Scene scene = Scene.set()) {
      RawRedis raw = scene.raw();
      DistributedCountDownLatch latch = scene.client(TTL).countDownLatch("n");
      latch.trySetCount(1);
      List<TcpProxy> networks = new ArrayList<>();
      List<CompletableFuture<Void>> awaits = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        networks.add(scene.network());
        LockClient client = scene.client(networks.get(i), TTL);
        for (int j = 0; j < AWAITS; j++) {
          awaits.add(client.countDownLatch("n").awaitAsync());
        }
        // An answer to the last who came: what has asked by then has been answered.
        assertThat(client.countDownLatch("n").await(Duration.ZERO)).isFalse();
      }
      awaitAwaiting(raw, CLIENTS);
      List<Long> before = networks.stream().map(TcpProxy::pushes).toList();
      raw.resetStats();

      latch.countDown();

      for (CompletableFuture<Void> one : awaits) {
        one.get(10, TimeUnit.SECONDS);
      }
      assertThat(raw.commandStats().get("publish")).isEqualTo(CLIENTS);
      for (int i = 0; i < CLIENTS; i++) {
        assertThat(networks.get(i).pushes() - before.get(i)).isEqualTo(1);
      }
      assertThat(Scene.scriptCalls(raw)).as("a look, and the count-down").isEqualTo(2);
      awaitAwaiting(raw, 0);
    }
  }

  @Test
  void awaiting_isOneCommand_andNoneWhileItWaits() throws Exception {
    try (Scene scene = Scene.set()) {
      RawRedis raw = scene.raw();
      DistributedCountDownLatch counting = scene.client(TTL).countDownLatch("n");
      DistributedCountDownLatch awaiting = scene.client(TTL).countDownLatch("n");
      counting.trySetCount(2);
      assertThat(awaiting.getCount()).isEqualTo(2);
      raw.resetStats();

      CompletableFuture<Void> awaited = awaiting.awaitAsync();
      awaitAwaiting(raw, 1);
      await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(4)).until(() -> true);

      assertThat(Scene.scriptCalls(raw)).isEqualTo(1);
      counting.countDown();
      assertThat(raw.commandStats()).doesNotContainKey("publish");
      counting.countDown();
      awaited.get(10, TimeUnit.SECONDS);
      assertThat(raw.commandStats().get("publish")).isEqualTo(1);
      assertThat(Scene.scriptCalls(raw)).as("and two for each count-down").isEqualTo(5);
    }
  }
}
