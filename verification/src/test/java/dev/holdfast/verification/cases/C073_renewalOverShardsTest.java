package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.verification.scenario.Shards;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C073: locks all over a Cluster stay held for long, and while slots move to other servers. */
@Tag("slow")
class C073_renewalOverShardsTest {

  private static final Duration TTL = Duration.ofSeconds(3);

  private static final int LOCKS = 50;

  @Test
  void fiftyLocks_outlastManyRenewals_andTwoMovedSlots() throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    try (RedisCluster cluster = RedisCluster.builder().replicas(0).start();
        LockClient client = LockClient.builder(cluster.uri()).sessionTtl(TTL).connect()) {
      List<Lease> leases = new ArrayList<>();
      for (int i = 0; i < LOCKS; i++) {
        leases.add(client.lock("k" + i).acquire(Slack.LONG));
      }
      move(cluster, Shards.key(0));
      move(cluster, Shards.key(9));
      await()
          .during(TTL.multipliedBy(4))
          .atMost(TTL.multipliedBy(4).plus(Slack.LONG))
          .until(() -> leases.stream().allMatch(Lease::isHeld));
      leases.forEach(Lease::close);
    }
  }

  private static void move(RedisCluster cluster, String key) {
    RedisServer from = cluster.primaryOf(key).orElseThrow();
    RedisServer to =
        cluster.primaries().stream().filter(server -> server != from).findFirst().orElseThrow();
    cluster.move(key, from, to).begin().end();
    assertThat(cluster.primaryOf(key)).contains(to);
  }
}
