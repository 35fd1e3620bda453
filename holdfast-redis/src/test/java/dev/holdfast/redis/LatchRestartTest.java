package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.LatchLostException;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Latches over a restart of the server, with all data or with none. */
class LatchRestartTest {

  private static final String AWAITING = "{hf:0}:dw:n";

  private RedisServer server;
  private LockClient client;
  private LockClient other;

  @BeforeEach
  void connect() {
    server = RedisServer.start(RedisVersion.DISTRIBUTION.assumeAvailable());
    client = client();
    other = client();
  }

  private LockClient client() {
    return LockClient.builder(server.uri()).sessionTtl(Duration.ofSeconds(5)).connect();
  }

  @AfterEach
  void close() {
    other.close();
    client.close();
    server.close();
  }

  private void awaitAwaiting(long count) {
    await()
        .until(
            () -> {
              try (RawRedis raw = server.raw()) {
                return raw.command("HLEN", AWAITING).equals(count);
              }
            });
  }

  @Test
  void restartWithData_anAwaitGoesOn_andItsFormerSessionLeavesNothing() throws Exception {
    other.countDownLatch("n").trySetCount(2);
    CompletableFuture<Void> awaited = client.countDownLatch("n").awaitAsync();
    awaitAwaiting(1);
    server.restartWithData();
    other.countDownLatch("n").countDown();
    assertThat(awaited).isNotDone();
    awaitAwaiting(1);
    other.countDownLatch("n").countDown();
    awaited.get(10, TimeUnit.SECONDS);
    awaitAwaiting(0);
  }

  @Test
  void restartWithoutData_anAwaitEndsByLatchLostException_thoughTheCountWasSetAgain()
      throws Exception {
    other.countDownLatch("n").trySetCount(1);
    CompletableFuture<Void> awaited = client.countDownLatch("n").awaitAsync();
    awaitAwaiting(1);
    server.restartWithoutData();
    DistributedCountDownLatch latch = other.countDownLatch("n");
    assertThat(latch.trySetCount(1)).isTrue();
    assertThatThrownBy(() -> awaited.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(LatchLostException.class);
    latch.countDown();
  }
}
