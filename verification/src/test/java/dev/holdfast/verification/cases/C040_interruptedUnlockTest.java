package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.Direction;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Task;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C040: unlocking in an interrupted thread does not take the lock from the next local owner. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class C040_interruptedUnlockTest {

  private static final int ROUNDS = 100;
  private static final Duration TTL = Duration.ofSeconds(30);

  @Test
  void unlockWhileInterrupted_nextOwnerIsAlone() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      LockClient a = scene.client(network, TTL);
      LockClient b = scene.client(TTL);
      network.delay(Direction.TO_SERVER, Duration.ofMillis(2));
      DistributedLock lock = a.lock("k");
      for (int round = 0; round < ROUNDS; round++) {
        lock.lock();
        Task<Boolean> t2 = scene.start(() -> otherIsOut(lock, b.lock("k")));
        Thread.currentThread().interrupt();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();

        assertThat(t2.result()).as("round %d", round).isTrue();
      }
    }
  }

  /** Whether another client is kept out while this thread holds. */
  private static boolean otherIsOut(DistributedLock lock, DistributedLock other)
      throws InterruptedException {
    if (!lock.tryLock(Slack.LONG)) {
      return false;
    }
    try {
      boolean out = true;
      for (int i = 0; i < 5; i++) {
        out &= !other.tryLock();
      }
      return out;
    } finally {
      lock.unlock();
    }
  }
}
