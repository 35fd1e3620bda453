package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisSentinel;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C020: a grant that the replica which takes over has never heard of. That both clients hold the
 * lock for a moment can't be prevented without waiting for replicas; the former holder is told as
 * soon as it has found the new primary, and the tokens tell them apart. A client that waits for
 * replicas is refused instead.
 */
@Tag("slow")
class C020_lostGrantTest {

  private static final Duration TTL = Duration.ofSeconds(20);

  @Test
  void failOverToALaggingReplica_theGrantIsToldAsLost_andTheNextTokenIsHigher() throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    try (RedisSentinel group = RedisSentinel.builder().start();
        LockClient a = LockClient.builder(group.uri()).sessionTtl(TTL).connect();
        LockClient b = LockClient.builder(group.uri()).sessionTtl(TTL).connect()) {
      Lease known = a.lock("known").acquire(Slack.LONG);
      RedisServer primary = group.primary();
      try (RawRedis raw = primary.raw()) {
        raw.command("PING");
        assertThat(raw.command("WAIT", "2", "10000")).isEqualTo(2L);
        // No replica may copy any more, and those that do are cut off.
        raw.command("ACL", "SETUSER", "default", "-psync", "-sync");
        raw.command("CLIENT", "KILL", "TYPE", "replica");
      }
      Lease forgotten = a.lock("k").acquire(Slack.LONG);
      primary.kill();
      group.awaitOtherThan(primary);

      await().atMost(Slack.LONG).until(() -> !forgotten.isHeld());
      assertThat(forgotten.lossReason()).contains(LossReason.STORE_SAID);
      assertThatThrownBy(forgotten::close).isInstanceOf(LockLostException.class);
      try (Lease next = b.lock("k").acquire(Slack.LONG)) {
        assertThat(next.fencingToken()).isGreaterThan(forgotten.fencingToken());
      }
      assertThat(known.isHeld()).isTrue();
      known.close();
    }
  }

  @Test
  void confirmedByReplicas_itIsRefusedInstead_andLeavesNothing() throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    try (RedisSentinel group = RedisSentinel.builder().start();
        LockClient a = LockClient.connect(group.uri() + "?minReplicas=1");
        LockClient b = LockClient.connect(group.uri())) {
      List<RedisServer> replicas = group.replicas();
      replicas.forEach(RedisServer::pause);
      assertThatThrownBy(() -> a.lock("k").acquire(Slack.LONG))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("minReplicas=1");
      assertThat(b.lock("k").inspect().holders()).isEmpty();
      assertThat(b.lock("k").inspect().queue()).isEmpty();
      replicas.forEach(RedisServer::resume);
    }
  }
}
