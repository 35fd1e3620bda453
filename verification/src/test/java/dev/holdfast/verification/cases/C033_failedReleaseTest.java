package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C033: a release that found no connection can be repeated, and then frees the lock. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class C033_failedReleaseTest {

  private static final Duration TTL = Duration.ofSeconds(60);

  @Test
  void releaseWithoutConnection_isRepeatedAfterwards() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      LockClient a = scene.client(network, TTL);
      LockClient b = scene.client(TTL);
      DistributedLock lock = a.lock("k").leaseTime(Duration.ofSeconds(50));
      lock.lock();
      network.refuse();
      network.cut();

      assertThatThrownBy(lock::unlock).isInstanceOf(ReleaseUnknownException.class);
      assertThat(b.lock("k").tryLock()).isFalse();
      network.restore();
      lock.unlock();

      assertThat(b.lock("k").tryLock()).isTrue();
    }
  }
}
