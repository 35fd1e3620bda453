package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.NotHeldException;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is remembered of holds that were lost and not unlocked. */
class LostHoldsTest {

  private static final Duration LEASE_TIME = Duration.ofMillis(1);
  private static final int STACK_BYTES = 64 * 1024;

  private final HoldfastClient client =
      (HoldfastClient) LockClient.connect("memory://LostHoldsTest");

  @AfterEach
  void close() {
    client.close();
  }

  private DistributedLock lock(int number) {
    return client.lock("lock-" + number);
  }

  /** Locks, and lets the hold be lost. */
  private void lose(int number) {
    lock(number).leaseTime(LEASE_TIME).lock();
    await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> lost(number));
  }

  private boolean lost(int number) {
    return !lock(number).isHeldByCurrentThread();
  }

  private long kept(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> new ResourceId(ResourceKind.LOCK, "lock-" + number))
        .filter(resource -> client.queue(resource) != null)
        .count();
  }

  private static <T> FutureTask<T> start(FutureTask<T> task) {
    new Thread(null, task, "loser", STACK_BYTES).start();
    return task;
  }

  @Test
  void moreThreadsThanTheBound_areAllToldByLockAndUnlock() throws Exception {
    int count = LostHolds.KEPT_MAX + 76;
    CountDownLatch allLost = new CountDownLatch(count);
    List<FutureTask<Boolean>> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      threads.add(
          start(
              new FutureTask<>(
                  () -> {
                    lose(number);
                    allLost.countDown();
                    allLost.await();
                    assertThatThrownBy(lock(number)::lock).isInstanceOf(LockLostException.class);
                    assertThatThrownBy(lock(number)::unlock).isInstanceOf(LockLostException.class);
                    return lock(number).tryLock();
                  })));
    }
    for (FutureTask<Boolean> thread : threads) {
      assertThat(thread.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void threadThatNeverUnlocks_forgetsItsOldest_andOnlyItsOwn() throws Exception {
    CountDownLatch othersMayGoOn = new CountDownLatch(1);
    CountDownLatch otherHasLost = new CountDownLatch(1);
    int others = LostHolds.KEPT_MAX + 500;
    FutureTask<Boolean> other =
        start(
            new FutureTask<>(
                () -> {
                  lose(others);
                  otherHasLost.countDown();
                  othersMayGoOn.await();
                  assertThatThrownBy(lock(others)::unlock).isInstanceOf(LockLostException.class);
                  return true;
                }));
    otherHasLost.await();
    int count = LostHolds.KEPT_MAX + 100;
    for (int number = 0; number < count; number++) {
      lose(number);
    }
    othersMayGoOn.countDown();

    assertThat(other.get(60, TimeUnit.SECONDS)).isTrue();
    await().until(() -> kept(count) <= LostHolds.KEPT_MAX);
    assertThatThrownBy(lock(0)::unlock).isInstanceOf(NotHeldException.class);
    assertThatThrownBy(lock(count - 1)::unlock).isInstanceOf(LockLostException.class);
  }

  @Test
  void threadsThatHaveEnded_areForgotten() throws Exception {
    int count = 3 * LostHolds.KEPT_MAX;
    for (int i = 0; i < count; i++) {
      int number = i;
      Thread thread = new Thread(() -> lose(number));
      thread.start();
      thread.join();
    }
    await().until(() -> kept(count) <= 2 * LostHolds.KEPT_MAX);
  }

  @Test
  void unlocked_isNotKept() {
    int count = 2 * LostHolds.KEPT_MAX;
    lose(count);
    for (int number = 0; number < count; number++) {
      lose(number);
      assertThatThrownBy(lock(number)::unlock).isInstanceOf(LockLostException.class);
    }
    assertThatThrownBy(lock(count)::unlock)
        .as("the oldest, which nothing has pushed out")
        .isInstanceOf(LockLostException.class);
  }
}
