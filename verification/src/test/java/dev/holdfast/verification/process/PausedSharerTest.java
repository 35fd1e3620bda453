package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Permits;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that was stopped while it read, or held permits, knows at once that it lost them. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class PausedSharerTest {

  private static final Duration TTL = Duration.ofSeconds(2);

  @Test
  void afterThePause_theLossIsKnown_beforeAnyNetworkTraffic() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      RemoteClient a = scene.process(network, TTL);
      DistributedReadWriteLock lock = scene.client(TTL).readWriteLock("k");
      DistributedSemaphore semaphore = scene.client(TTL).semaphore("s");
      semaphore.trySetPermits(2);
      a.call("t1", "read", "k");
      a.call("t2", "lock", "k2");
      a.call("t2", "downgrade", "k2");
      a.call("t1", "permits", "s 2");

      a.process().pause();
      lock.writeLock().lock();
      scene.client(TTL).lock("k2").lock();
      try (Permits both = semaphore.acquire(2, TTL.plus(Slack.LONG))) {
        network.blackHole();
        a.process().resume();

        assertThat(a.call("t1", "isReading", "k").get(0)).isEqualTo("false");
        assertThat(a.call("t2", "isReading", "k2").get(0)).isEqualTo("false");
        assertThat(a.call("t1", "hasPermits", "s").get(0)).isEqualTo("false");

        network.heal();
        assertThat(a.call("t1", "unread", "k")).startsWith("failed", "LockLostException");
        assertThat(a.call("t2", "unread", "k2")).startsWith("failed", "LockLostException");
        assertThat(a.call("t1", "releasePermits", "s")).startsWith("failed", "LockLostException");
        assertThat(both.isHeld()).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(lock.writeLock().isHeldByCurrentThread()).isTrue();
      }
    }
  }
}
