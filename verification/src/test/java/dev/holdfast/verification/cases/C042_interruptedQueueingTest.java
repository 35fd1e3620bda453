package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Task;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C042 and C043: interrupts while a request is being made, and again while it is being taken back,
 * leave no place in the queue.
 */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class C042_interruptedQueueingTest {

  private static final int ROUNDS = 300;
  private static final Duration TTL = Duration.ofSeconds(30);

  @Test
  void interruptedWhileAsking_nothingIsLeft() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient a = scene.client(TTL);
      LockClient b = scene.client(TTL);
      DistributedLock lock = a.fairLock("k");
      for (int round = 0; round < ROUNDS; round++) {
        Task<Boolean> t1 = scene.start(() -> lockOnce(lock));
        Scene.pass(Duration.ofNanos(ThreadLocalRandom.current().nextInt(5_000_000)));
        t1.interrupt();
        assertThat(t1.result()).isTrue();
      }
      await().atMost(Slack.LONG).untilAsserted(() -> assertThat(scene.lockKeys()).isEmpty());
      assertThat(b.fairLock("k").tryLock(Slack.MACHINE)).isTrue();
    }
  }

  private static boolean lockOnce(DistributedLock lock) {
    try {
      lock.lockInterruptibly();
      lock.unlock();
    } catch (InterruptedException e) {
      // The other of the two ends.
    }
    return true;
  }

  @Test
  void interruptedTwentyTimes_theQueueIsEmpty_andTheNextIsIn() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient a = scene.client(TTL);
      LockClient b = scene.client(TTL);
      DistributedLock held = a.lock("k");
      held.lock();
      Task<Boolean> t2 =
          scene.start(
              () -> {
                a.fairLock("k").lockInterruptibly();
                return true;
              });
      Scene.awaitQueue(b.lock("k"), 1);

      for (int i = 0; i < 20; i++) {
        t2.interrupt();
        Scene.pass(Duration.ofMillis(1));
      }

      assertThat(t2.failure()).isInstanceOf(InterruptedException.class);
      Scene.awaitQueue(b.lock("k"), 0);
      held.unlock();
      assertThat(b.fairLock("k").tryLock(Slack.MACHINE)).isTrue();
    }
  }
}
