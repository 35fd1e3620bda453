package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.testing.server.SlotMove;
import dev.holdfast.verification.scenario.Shards;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** C074: a slot that moves in parts, while its lock is fought for, gives the lock to one alone. */
@Tag("slow")
@ParameterizedClass
@EnumSource(RedisVersion.class)
class C074_halfMovedSlotTest {

  private static final Duration TTL = Duration.ofSeconds(5);

  private static final int CLIENTS = 3;

  /** Long enough for a second holder to be met. */
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

  @Parameter RedisVersion version;

  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();

  @Test
  void lockOfAMovingSlot_underLoad_hasOneHolder_andIsFreeInTheEnd() throws Exception {
    String name = Shards.name("moving", 0);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<LockClient> clients = new ArrayList<>();
    try (RedisCluster cluster =
        RedisCluster.builder().version(version.assumeAvailable()).replicas(0).start()) {
      List<Future<Void>> workers = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        LockClient client = LockClient.builder(cluster.uri()).sessionTtl(TTL).connect();
        clients.add(client);
        DistributedLock lock = i == 0 ? client.fairLock(name) : client.lock(name);
        workers.add(threads.submit(work(lock)));
      }
      awaitTurns(20);
      moveInParts(cluster, name);
      awaitTurns(20);
      moveInParts(cluster, name);
      awaitTurns(20);
      ended.set(true);
      for (Future<Void> worker : workers) {
        worker.get(30, TimeUnit.SECONDS);
      }
      assertThat(most).hasValue(1);
      clients.get(0).lock(name).acquire(Slack.LONG).close();
      clients.forEach(LockClient::close);
      assertThat(leftovers(cluster)).isEmpty();
    } finally {
      ended.set(true);
      threads.shutdownNow();
    }
  }

  private Callable<Void> work(DistributedLock lock) {
    return () -> {
      while (!ended.get()) {
        try {
          if (lock.tryLock(Slack.LONG)) {
            turn(lock);
          }
        } catch (StoreUnavailableException whileItMoves) {
          // Said as what it is; the next turn tries again.
        }
      }
      return null;
    };
  }

  private void turn(DistributedLock lock) {
    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
    turns.incrementAndGet();
    LockSupport.parkNanos(WORK_NANOS);
    inside.decrementAndGet();
    try {
      lock.unlock();
    } catch (ReleaseUnknownException whileItMoves) {
      // It goes on in the background, until the slot has moved.
    }
  }

  private void awaitTurns(int more) {
    int before = turns.get();
    await().atMost(Slack.LONG).until(() -> turns.get() - before >= more);
  }

  private static void moveInParts(RedisCluster cluster, String name) {
    ShardKeys keys = ShardKeys.inCluster("hf", 0);
    RedisServer from = cluster.primaryOf(keys.sessions()).orElseThrow();
    RedisServer to =
        cluster.primaries().stream().filter(server -> server != from).findFirst().orElseThrow();
    SlotMove move = cluster.move(keys.sessions(), from, to).begin();
    for (String key : keys.lock(new ResourceId(ResourceKind.LOCK, name)).forRequests()) {
      move.keys(key);
    }
    move.end();
  }

  private static List<String> leftovers(RedisCluster cluster) {
    List<String> left = new ArrayList<>();
    for (RedisServer server : cluster.primaries()) {
      try (RawRedis raw = server.raw()) {
        if (raw.command("KEYS", "*}:[lqwh]:*") instanceof List<?> found) {
          found.forEach(key -> left.add(String.valueOf(key)));
        }
      }
    }
    return left;
  }
}
