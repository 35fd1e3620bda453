package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.testing.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** C076: attempts that too few replicas have confirmed leave nothing, in the store or here. */
class C076_refusedAttemptsTest {

  private static final int ATTEMPTS = 5;

  @Test
  void attemptsThatFailed_holdNothing() throws Exception {
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.builder().replicaOf(primary).start()) {
      primary.awaitReplicas(1);
      String uri = primary.uri() + "?minReplicas=1&minReplicasTimeout=200ms";
      try (LockClient a = LockClient.connect(uri);
          LockClient b = LockClient.connect(uri)) {
        DistributedLock ofA = a.lock("k");
        replica.pause();
        for (int i = 0; i < ATTEMPTS; i++) {
          assertThatThrownBy(() -> ofA.tryLock(Duration.ofMillis(200)))
              .isInstanceOf(StoreRefusedException.class);
        }
        replica.resume();
        assertThat(ofA.getHoldCount()).isZero();
        assertThat(b.lock("k").tryLock(Duration.ofSeconds(2))).isTrue();
      }
    }
  }
}
