package dev.holdfast.verification.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.testing.process.Waiting;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisSentinel;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three times in a row the primary is killed while clients are at work that confirm by a replica:
 * no lock is ever held twice, tokens rise, and soon after the fail-over all clients work again.
 */
@Tag("slow")
@Timeout(300)
class FailOverTest {

  private static final String OPTIONS = "?minReplicas=1&minReplicasTimeout=1s&ttl=10s";
  private static final int FAIL_OVERS = 3;
  private static final int CLIENTS = 5;
  private static final Duration AT_WORK = Duration.ofSeconds(20);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Duration FAIL_OVER_MAX = Duration.ofSeconds(60);

  private static void assertSound(Load load) {
    System.out.println(load);
    assertThat(load.violations()).isEmpty();
    assertThat(load.leases()).isGreaterThan(100);
  }

  private static void assertAllWorkAgain(Load load, long killedNanos) {
    Duration failOver = Duration.ofNanos(System.nanoTime() - killedNanos);
    Duration more = load.awaitAllWork(AGAIN);
    System.out.println("fail-over after " + failOver + ", all clients at work " + more + " later");
  }

  @Test
  void sentinel() {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    List<String> names = IntStream.range(0, 8).mapToObj(i -> "k" + i).toList();
    try (RedisSentinel group = RedisSentinel.builder().start();
        Load load = new Load(group.uri() + OPTIONS, CLIENTS, names)) {
      for (int i = 0; i < FAIL_OVERS; i++) {
        group.awaitWhole();
        load.awaitAllWork(AT_WORK);
        RedisServer primary = group.primary();
        primary.kill();
        long killedNanos = System.nanoTime();
        group.awaitOtherThan(primary);
        assertAllWorkAgain(load, killedNanos);
        primary.restartWithData();
      }
      assertSound(load);
    }
  }

  @Test
  void cluster() {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    int shards = ShardKeys.count(true);
    // All names of one shard, so that all clients depend on the primary that is killed.
    List<String> names =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "k" + i)
            .filter(name -> ShardKeys.of(name, shards) == 0)
            .limit(8)
            .toList();
    String table = ShardKeys.inCluster("hf", 0).sessions();
    try (RedisCluster cluster =
            RedisCluster.builder()
                .replicas(2)
                .nodeTimeout(Duration.ofSeconds(2))
                .config("cluster-require-full-coverage no")
                .start();
        Load load = new Load(cluster.uri() + OPTIONS, CLIENTS, names)) {
      for (int i = 0; i < FAIL_OVERS; i++) {
        cluster.awaitWhole();
        load.awaitAllWork(AT_WORK);
        RedisServer primary = cluster.primaryOf(table).orElseThrow();
        primary.kill();
        long killedNanos = System.nanoTime();
        Waiting.until(
            FAIL_OVER_MAX, () -> isOther(cluster.primaryOf(table), primary), () -> "a fail-over");
        assertAllWorkAgain(load, killedNanos);
        primary.restartWithData();
      }
      assertSound(load);
    }
  }

  private static boolean isOther(Optional<RedisServer> now, RedisServer before) {
    return now.isPresent() && now.get() != before;
  }
}
