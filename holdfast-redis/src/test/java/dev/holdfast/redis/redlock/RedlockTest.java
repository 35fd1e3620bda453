package dev.holdfast.redis.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LockView;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.server.RawRedis;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Redlock over five servers, some of which are away. */
@SuppressWarnings("LockNotBeforeTry")
class RedlockTest {

  private static Nodes nodes;

  @BeforeAll
  static void start() {
    nodes = Nodes.start(5);
  }

  @AfterAll
  static void stop() {
    nodes.close();
  }

  private static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  private static long scripts(RawRedis raw) {
    return raw.commandStats().getOrDefault("evalsha", 0L);
  }

  @Test
  void acquireAndRelease_costOneCommandEach_onEachNode() {
    try (LockClient client = nodes.connect("&ttl=10s")) {
      client.lock("warm").lock();
      client.lock("warm").unlock();
      for (int node = 0; node < nodes.size(); node++) {
        nodes.command(node, "CONFIG", "RESETSTAT");
      }
      DistributedLock lock = client.lock("counted");
      lock.lock();
      assertThat(nodes.holding("counted")).isEqualTo(5);
      lock.unlock();
      await().until(() -> nodes.holding("counted") == 0);
      for (int node = 0; node < nodes.size(); node++) {
        try (RawRedis raw = nodes.get(node).raw()) {
          assertThat(scripts(raw)).isEqualTo(2);
        }
      }
    }
  }

  @Test
  void waiter_isServedAtTheRelease_withAHigherToken() throws Exception {
    try (LockClient a = nodes.connect("&ttl=10s");
        LockClient b = nodes.connect("&ttl=10s")) {
      Lease first = a.lock("n").acquire(Duration.ofSeconds(1));
      CompletableFuture<Lease> waiting =
          b.lock("n").acquireAsync(Duration.ofSeconds(8)).toCompletableFuture();
      await()
          .until(
              () ->
                  nodes
                      .command(0, "PUBSUB", "NUMSUB", "holdfast:free:n")
                      .equals("[holdfast:free:n, 1]"));
      long releasedNanos = System.nanoTime();
      first.close();
      try (Lease second = waiting.get(5, TimeUnit.SECONDS)) {
        assertThat(millisSince(releasedNanos)).isLessThan(1_000);
        assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
      }
    }
    assertThat(nodes.holding("n")).isZero();
  }

  @Test
  void tryLock_heldByAnother_isFalse_andLeavesNothing() {
    try (LockClient a = nodes.connect("");
        LockClient b = nodes.connect("")) {
      a.lock("t").lock();
      assertThat(b.lock("t").tryLock()).isFalse();
      List<LockView> seen = b.inspect("t");
      assertThat(seen).hasSize(1);
      LockView.Holder holder = seen.get(0).holders().get(0);
      assertThat(holder.party()).isEqualTo(LockView.Party.UNKNOWN);
      assertThat(holder.remaining()).isPositive();
      a.lock("t").unlock();
      assertThat(b.lock("t").tryLock()).isTrue();
      b.lock("t").unlock();
    }
  }

  @Test
  void lockOfAnotherProgram_isRespected_andItsNodeNeverTouched() {
    nodes.command(1, "SET", "f", "foreign", "PX", "60000");
    try (LockClient client = nodes.connect("&ttl=1s")) {
      DistributedLock lock = client.lock("f");
      lock.lock();
      long heldNanos = System.nanoTime();
      await().until(() -> millisSince(heldNanos) > 1_500);
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      lock.unlock();
    }
    assertThat(nodes.value(1, "f")).isEqualTo("foreign");
    assertThat(nodes.holding("f")).isEqualTo(1);
  }

  @Test
  void majorityOfAnotherProgram_isWaitedFor() throws Exception {
    for (int node = 0; node < 3; node++) {
      nodes.command(node, "SET", "m", "foreign", "PX", "700");
    }
    try (LockClient client = nodes.connect("")) {
      assertThat(client.lock("m").tryLock()).isFalse();
      assertThat(nodes.holding("m")).isEqualTo(3);
      assertThat(client.inspect("m").get(0).holders().get(0).party())
          .isEqualTo(LockView.Party.UNKNOWN);
      assertThat(client.lock("m").tryLock(5, TimeUnit.SECONDS)).isTrue();
      client.lock("m").unlock();
    }
  }

  @Test
  void renewal_takesTheLockAgainOnNodesThatLostIt() {
    try (LockClient client = nodes.connect("&ttl=1s")) {
      DistributedLock lock = client.lock("r");
      lock.lock();
      nodes.command(0, "DEL", "r");
      nodes.command(3, "DEL", "r");
      await().until(() -> nodes.holding("r") == 5);
      assertThat(nodes.value(0, "holdfast:fence:r")).isEqualTo(nodes.value(1, "holdfast:fence:r"));
      lock.unlock();
    }
  }

  @Test
  void takenOnAQuorumByHand_isLost() throws Exception {
    try (LockClient client = nodes.connect("&ttl=1s")) {
      Optional<Lease> lease = client.lock("l").tryAcquire(Duration.ZERO);
      for (int node = 0; node < 3; node++) {
        nodes.command(node, "SET", "l", "foreign", "PX", "60000");
      }
      await().until(() -> !lease.orElseThrow().isHeld());
      assertThatThrownBy(() -> lease.orElseThrow().close()).isInstanceOf(LockLostException.class);
    }
    assertThat(nodes.value(0, "l")).isEqualTo("foreign");
  }

  @Test
  void twoKilled_goesOn_threeKilled_noQuorum_andNothingLeft() throws Exception {
    try (LockClient client = nodes.connect("&ttl=2s&timeout=500ms")) {
      DistributedLock held = client.lock("k");
      held.lock();
      nodes.get(0).kill();
      nodes.get(1).kill();
      long startNanos = System.nanoTime();
      assertThat(client.lock("k2").tryLock(2, TimeUnit.SECONDS)).isTrue();
      client.lock("k2").unlock();
      assertThat(millisSince(startNanos)).isLessThan(1_000);
      await().until(() -> millisSince(startNanos) > 2_500);
      assertThat(held.isHeldByCurrentThread()).isTrue();
      held.unlock();

      nodes.get(2).kill();
      long noneNanos = System.nanoTime();
      assertThatThrownBy(() -> client.lock("k3").tryLock(1, TimeUnit.SECONDS))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("no quorum")
          .hasMessageContaining("2 of 5 nodes take part, 3 are needed");
      assertThat(millisSince(noneNanos)).isBetween(800L, 3_000L);
      await().until(() -> nodes.holding("k3") == 0);
    } finally {
      for (int node = 0; node < 3; node++) {
        nodes.get(node).restartWithoutData();
      }
    }
  }

  @Test
  void pausedNode_delaysNothing_andKeepsNothing() {
    try (LockClient client = nodes.connect("&ttl=10s")) {
      client.lock("warm").lock();
      client.lock("warm").unlock();
      nodes.get(4).pause();
      long startNanos = System.nanoTime();
      client.lock("p").lock();
      client.lock("p").unlock();
      assertThat(millisSince(startNanos)).isLessThan(190);
    } finally {
      nodes.get(4).resume();
    }
    await().until(() -> nodes.holding("p") == 0);
  }

  @Test
  void restartedNodes_haveNoVote() {
    String uri = nodes.uri("").replace("longestTtl=0s", "longestTtl=50m");
    assertThatThrownBy(
            () -> {
              try (LockClient client = LockClient.connect(uri)) {
                client.lock("v").tryLock();
              }
            })
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("0 of 5 nodes take part")
        .hasMessageContaining("may have forgotten locks");
    assertThat(nodes.holding("v")).isZero();
  }

  @Test
  void ttlBeyondTheFleets_isRefused() {
    String uri = nodes.uri("&ttl=20s").replace("longestTtl=0s", "longestTtl=10s");
    assertThatThrownBy(() -> LockClient.connect(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("longestTtl=10s");
  }

  @Test
  void whatTheFormatCantCarry_isRefused_namingTheStoreThatCan() {
    try (LockClient client = nodes.connect("")) {
      assertThatThrownBy(() -> client.lock("n").fair().tryLock())
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("redis://");
      assertThatThrownBy(() -> client.readWriteLock("n"))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("redis://");
      assertThatThrownBy(() -> client.semaphore("n"))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("redis://");
      assertThatThrownBy(() -> client.countDownLatch("n").trySetCount(3))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("redis://");
    }
  }

  @Test
  void plainLock_isTheKeyItself() {
    String uri = "redis-plain://127.0.0.1:" + nodes.get(0).port() + "?prefix=app:";
    try (LockClient client = LockClient.connect(uri)) {
      DistributedLock lock = client.lock("x");
      lock.lock();
      lock.lock();
      assertThat(nodes.value(0, "app:x")).startsWith("hf:");
      lock.unlock();
      lock.unlock();
      assertThat(nodes.value(0, "app:x")).isNull();
    }
  }
}
