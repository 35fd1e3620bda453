package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is granted counts only when replicas have it, and leaves nothing behind otherwise. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class ReplicasTest {

  private static final Duration SLACK = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofSeconds(20);

  @Parameter RedisVersion version;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private RedisServer primary;
  private RedisServer replica;

  @BeforeEach
  void start() {
    primary =
        opened(
            RedisServer.builder()
                .version(version.assumeAvailable())
                .config("repl-diskless-sync-delay 0")
                .start());
    replica = opened(RedisServer.builder().version(version).replicaOf(primary).start());
    primary.awaitReplicas(1);
  }

  @AfterEach
  void stop() throws Exception {
    threads.shutdownNow();
    if (replica.isAlive()) {
      replica.resume();
    }
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    opened.add(resource);
    return resource;
  }

  private LockClient confirming(String timeout) {
    return client("?minReplicas=1&minReplicasTimeout=" + timeout);
  }

  private LockClient client(String options) {
    return opened(LockClient.connect(primary.uri() + options));
  }

  private List<String> lockKeys() {
    try (RawRedis raw = primary.raw()) {
      return ((List<?>) raw.command("KEYS", "*"))
          .stream().map(String::valueOf).filter(key -> !key.matches(".*}:[sivr]")).toList();
    }
  }

  private long calls(String command) {
    try (RawRedis raw = primary.raw()) {
      return raw.commandStats().getOrDefault(command, 0L);
    }
  }

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private void assertFreeForOthers(String name) {
    assertThat(lockKeys()).isEmpty();
    assertThat(client("").lock(name).tryLock()).isTrue();
  }

  private static void assertRefused(Future<?> asked, String why) {
    assertThatThrownBy(() -> asked.get(LONG.toMillis(), TimeUnit.MILLISECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining(why);
  }

  @Test
  void noneConnected_isRefusedAtOnce_andNothingIsLeft() throws Exception {
    replica.kill();
    primary.awaitReplicas(0);
    LockClient client = confirming("10s");
    long start = System.nanoTime();
    assertThatThrownBy(() -> client.lock("k").tryLock())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("minReplicas=1, and 0 of its replicas are connected")
        .hasMessageContaining("(lock 'k')");
    assertThatThrownBy(() -> client.lock("k").acquire(LONG))
        .isInstanceOf(StoreRefusedException.class);
    assertThat(since(start)).isLessThan(SLACK);
    assertFreeForOthers("k");
  }

  @Test
  void lostReplica_isRefusedAtOnce_andWhenItIsBackItIsGranted() throws Exception {
    LockClient client = confirming("10s");
    client.lock("k").acquire().close();
    replica.kill();
    primary.awaitReplicas(0);
    long start = System.nanoTime();
    assertThatThrownBy(() -> client.lock("k").tryLock())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("0 of its replicas are connected");
    assertThat(since(start)).isLessThan(SLACK);
    opened(RedisServer.builder().version(version).replicaOf(primary).start());
    primary.awaitReplicas(1);
    assertThat(client.lock("k").tryLock()).isTrue();
  }

  @Test
  void frozenReplica_isRefusedInTime_andNothingIsLeft() throws Exception {
    LockClient client = confirming("1s");
    client.lock("k").acquire().close();
    replica.pause();
    long start = System.nanoTime();
    assertThatThrownBy(() -> client.lock("k").acquire(LONG))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("0 of its replicas had the grant within 1s, of 1 connected");
    assertThat(since(start)).isBetween(Duration.ofMillis(950), SLACK.plusSeconds(1));
    assertFreeForOthers("k");
    replica.resume();
    assertThat(client.lock("other").tryLock()).isTrue();
  }

  @Test
  void manyAtOnce_shareTheWaits() throws Exception {
    LockClient client = confirming("10s");
    client.lock("first").acquire().close();
    long before = calls("wait");
    List<Future<?>> rounds = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      String name = "k" + i;
      rounds.add(
          threads.submit(
              () -> {
                for (int round = 0; round < 20; round++) {
                  client.lock(name).acquire().close();
                }
                return null;
              }));
    }
    for (Future<?> round : rounds) {
      round.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
    }
    assertThat(calls("wait") - before).isLessThan(64 * 20 / 4);
  }

  @Test
  void slowReplica_holdsUpNothingElse() throws Exception {
    LockClient client = confirming("10s");
    Lease held = client.lock("held").acquire();
    replica.pause();
    CompletableFuture<Lease> asked = client.lock("k").acquireAsync(LONG).toCompletableFuture();
    await().atMost(LONG).until(() -> lockKeys().toString().contains(":l:k"));
    long start = System.nanoTime();
    assertThat(client.lock("k").inspect().holders()).hasSize(1);
    held.close();
    assertThat(since(start)).isLessThan(SLACK);
    assertThat(asked).isNotDone();
    replica.resume();
    await().atMost(LONG).until(asked::isDone);
    assertThat(asked.join().isHeld()).isTrue();
  }

  @Test
  void grantAfterWaiting_isToldWhenConfirmed() throws Exception {
    LockClient client = confirming("5s");
    for (String protocol : List.of("auto", "resp2")) {
      LockClient waiting = client("?minReplicas=1&minReplicasTimeout=5s&protocol=" + protocol);
      Lease held = client.lock("k").acquire();
      CompletableFuture<Lease> asked = waiting.lock("k").acquireAsync(LONG).toCompletableFuture();
      await().atMost(LONG).until(() -> client.lock("k").inspect().queue().size() == 1);
      replica.pause();
      held.close();
      await().atMost(LONG).until(() -> client.lock("k").inspect().queue().isEmpty());
      assertThat(asked).isNotDone();
      replica.resume();
      Lease got = asked.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
      assertThat(got.fencingToken()).isGreaterThan(held.fencingToken());
      got.close();
    }
  }

  @Test
  void grantAfterWaiting_isRefusedLikeAnyOther() throws Exception {
    Lease held = client("").lock("k").acquire();
    LockClient client = confirming("1s");
    CompletableFuture<Lease> asked = client.lock("k").acquireAsync(LONG).toCompletableFuture();
    await().atMost(LONG).until(() -> client.lock("k").inspect().queue().size() == 1);
    replica.pause();
    held.close();
    assertRefused(asked, "0 of its replicas had the grant within 1s");
    assertFreeForOthers("k");
  }

  @Test
  void unconfirmedRenewals_doNotCount() throws Exception {
    LockClient client = confirming("1s&ttl=4s");
    Lease lease = client.lock("k").acquire();
    replica.pause();
    long start = System.nanoTime();
    await().atMost(LONG).until(() -> !lease.isHeld());
    assertThat(since(start)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void newConnection_doesNotCountUntilConfirmed() throws Exception {
    LockClient client = confirming("1s&ttl=4s");
    Lease lease = client.lock("k").acquire();
    replica.pause();
    long start = System.nanoTime();
    try (RawRedis raw = primary.raw()) {
      while (lease.isHeld() && since(start).compareTo(LONG) < 0) {
        raw.command("CLIENT", "KILL", "TYPE", "normal");
        raw.command("CLIENT", "KILL", "TYPE", "pubsub");
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);
      }
    }
    assertThat(since(start)).isLessThan(Duration.ofSeconds(4).plusMillis(500));
  }

  @Test
  void shortFreeze_losesNothing() throws Exception {
    LockClient client = confirming("1s&ttl=8s");
    Lease lease = client.lock("k").acquire();
    replica.pause();
    long refusedBefore = calls("wait");
    await().atMost(LONG).until(() -> calls("wait") > refusedBefore + 1);
    replica.resume();
    long start = System.nanoTime();
    await().atMost(LONG).until(() -> since(start).compareTo(Duration.ofSeconds(9)) > 0);
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void userWithoutTheRight_isToldSo() throws Exception {
    try (RawRedis raw = primary.raw()) {
      raw.command("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-wait");
    }
    LockClient client =
        opened(
            LockClient.connect(
                "redis://app:secret@%s:%d?minReplicas=1"
                    .formatted(primary.host(), primary.port())));
    assertThatThrownBy(() -> client.lock("k").tryLock())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("give the user the rights");
    await().atMost(LONG).untilAsserted(() -> assertThat(lockKeys()).isEmpty());
  }

  @Test
  void somethingIsWrittenBeforeEachWait() throws Exception {
    LockClient client = confirming("5s");
    client.lock("k").acquire().close();
    try (RawRedis raw = primary.raw()) {
      assertThat(raw.command("EXISTS", "{hf:0}:r")).isEqualTo(1L);
      Map<String, Long> stats = raw.commandStats();
      assertThat(stats.get("wait")).isPositive();
    }
  }
}
