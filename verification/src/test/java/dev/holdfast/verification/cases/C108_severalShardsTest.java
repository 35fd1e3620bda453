package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.verification.scenario.Shards;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C108: several locks together, each kept by another server of a Cluster. */
@Tag("slow")
class C108_severalShardsTest {

  private static final Duration TTL = Duration.ofSeconds(3);

  private static final int OF_FIRST = 0;
  private static final int OF_SECOND = 7;
  private static final int OF_THIRD = 15;

  @Test
  void locksOfThreeServers_areHeldAndReleasedTogether_andAreAllFreeWhenOneIsDown()
      throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    try (RedisCluster cluster =
            RedisCluster.builder().replicas(0).nodeTimeout(Duration.ofMinutes(2)).start();
        LockClient client = LockClient.builder(cluster.uri()).sessionTtl(TTL).connect();
        LockClient other = LockClient.builder(cluster.uri()).sessionTtl(TTL).connect()) {
      DistributedLock a = client.lock(Shards.name("a", OF_FIRST));
      DistributedLock b = client.lock(Shards.name("b", OF_SECOND));
      DistributedLock c = client.lock(Shards.name("c", OF_THIRD));
      DistributedLock all = client.multiLock(a, b, c);

      Lease lease = all.acquire(Slack.LONG);
      await()
          .during(TTL.multipliedBy(3))
          .atMost(TTL.multipliedBy(3).plus(Slack.LONG))
          .until(lease::isHeld);
      lease.close();
      assertThat(all.isLocked()).isFalse();

      cluster.primaryOf(Shards.key(OF_THIRD)).orElseThrow().kill();
      assertThatThrownBy(() -> all.tryLock(Duration.ofSeconds(1)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(a.isLocked()).isFalse();
      assertThat(b.isLocked()).isFalse();
      other.multiLock(other.lock(a.name()), other.lock(b.name())).acquire(Slack.LONG).close();
    }
  }
}
