package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockClient;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.server.Ports;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C070, as far as a single server can show it: a server that takes no writes, because it is a
 * replica now or still loads its data, is never mistaken for a lock that is held.
 */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class C070_refusedWritesTest {

  private static final Duration TTL = Duration.ofSeconds(60);
  private static final int KEYS = 20_000;

  @Test
  void serverBecameReplica_callsFail_untilItIsPrimaryAgain() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient client = scene.client(TTL);
      DistributedLock held = client.lock("held");
      held.lock();
      RawRedis raw = scene.raw();

      raw.command("REPLICAOF", "127.0.0.1", Integer.toString(Ports.free()));

      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> client.lock("k").tryLock())
            .isInstanceOf(StoreUnavailableException.class);
      }
      raw.command("REPLICAOF", "NO", "ONE");
      await().atMost(Slack.LONG).ignoreExceptions().until(() -> client.lock("k").tryLock());
      assertThat(held.isHeldByCurrentThread()).isTrue();
      held.unlock();
    }
  }

  @Test
  void serverIsLoading_callsFail_untilItHasLoaded() throws Exception {
    RedisServer server =
        RedisServer.builder()
            // Loads for some seconds, and says so to clients after every 2 MB.
            .config("key-load-delay 100")
            .config("rdbcompression no")
            .start();
    try (Scene scene = Scene.with(server)) {
      LockClient client = scene.client(TTL);
      DistributedLock held = client.lock("held");
      held.lock();
      try (RawRedis raw = server.raw()) {
        raw.command("DEBUG", "POPULATE", Integer.toString(KEYS), "filler", "1000");
      }

      var restart =
          scene.start(
              () -> {
                server.restartWithData();
                return true;
              });
      int failed = 0;
      while (!restart.future().isDone()) {
        failed += failsOrIsTaken(client.lock("k")) ? 1 : 0;
      }
      assertThat(restart.result()).isTrue();

      assertThat(failed).isPositive();
      await().atMost(Slack.LONG).ignoreExceptions().until(() -> client.lock("after").tryLock());
      assertThat(held.isHeldByCurrentThread()).isTrue();
      held.unlock();
    }
  }

  /** True for a failure, and for the lock itself; a refusal would say that somebody holds it. */
  private static boolean failsOrIsTaken(DistributedLock lock) {
    boolean taken;
    try {
      taken = lock.tryLock();
    } catch (HoldfastException failure) {
      return true;
    }
    assertThat(taken).as("nobody holds the lock").isTrue();
    return true;
  }
}
