package dev.holdfast.tck.readwrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Actor.Work;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What {@link ReadWriteLock} and {@link Lock} promise of both locks, used by these types alone: by
 * code that does not know that the lock is shared with other processes.
 */
// What a failed test still holds is given back when its client is closed.
@SuppressWarnings("LockNotBeforeTry")
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class JdkReadWriteContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final ReadWriteLock lock;
  private final List<Lock> both;

  JdkReadWriteContract(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().readWriteLock(arena.name());
    this.both = List.of(lock.readLock(), lock.writeLock());
  }

  /** Somebody else writes, so that nobody gets in. */
  private Lease writer() throws InterruptedException {
    return arena.client().readWriteLock(arena.name()).writeLock().acquire(LONG);
  }

  @Test
  void freeLock_isTakenByEveryMethod_andReentrant() throws Exception {
    for (Lock one : both) {
      one.lock();
      one.lockInterruptibly();
      assertThat(one.tryLock()).isTrue();
      assertThat(one.tryLock(1, TimeUnit.SECONDS)).isTrue();
      assertThat(one.tryLock(0, TimeUnit.SECONDS)).isTrue();
      assertThat(one.tryLock(-1, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 6; i++) {
        one.unlock();
      }
      assertThatThrownBy(one::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }
  }

  @Test
  void unlock_byAThreadThatDoesNotOwnIt_throwsIllegalMonitorStateException() throws Exception {
    Actor stranger = arena.actor();
    for (Lock one : both) {
      assertThatThrownBy(one::unlock).isInstanceOf(IllegalMonitorStateException.class);
      one.lock();
      assertThatThrownBy(() -> stranger.does(one::unlock))
          .isInstanceOf(IllegalMonitorStateException.class);
      one.unlock();
    }
  }

  @Test
  void newCondition_isRefused() {
    for (Lock one : both) {
      assertThatThrownBy(one::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void takenLock_tryLockIsFalse_withoutAWait_andAfterAShortOne() throws Exception {
    try (Lease writing = writer()) {
      for (Lock one : both) {
        assertThat(one.tryLock()).isFalse();
        assertThat(one.tryLock(0, TimeUnit.SECONDS)).isFalse();
        assertThat(one.tryLock(-5, TimeUnit.SECONDS)).isFalse();
        long before = System.nanoTime();
        assertThat(one.tryLock(60, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - before))
            .isGreaterThanOrEqualTo(Duration.ofMillis(60));
      }
      assertThat(writing.isHeld()).isTrue();
    }
  }

  @Test
  void interruptBefore_endsWhatIsInterruptible_alsoOfAFreeLock() throws Exception {
    for (Lock one : both) {
      List<Work> calls = List.of(one::lockInterruptibly, () -> one.tryLock(1, TimeUnit.SECONDS));
      for (Work call : calls) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(call::run).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
      }
      assertThatThrownBy(one::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }
  }

  @Test
  void interruptBefore_staysPending_withTryLockAndLock() {
    for (Lock one : both) {
      Thread.currentThread().interrupt();
      assertThat(one.tryLock()).isTrue();
      one.lock();
      assertThat(Thread.interrupted()).isTrue();
      one.unlock();
      one.unlock();
    }
  }

  @Test
  void interruptDuringAWait_endsIt_andLeavesNothing() throws Exception {
    Actor waiter = arena.actor();
    try (Lease writing = writer()) {
      for (Lock one : both) {
        List<Work> calls = List.of(one::lockInterruptibly, () -> one.tryLock(1, TimeUnit.MINUTES));
        for (Work call : calls) {
          CompletableFuture<Boolean> waiting = waiter.starts(call);
          arena.awaitQueue(1);
          waiter.interrupt();
          assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
              .hasCauseInstanceOf(InterruptedException.class);
          arena.awaitQueue(0);
        }
      }
      assertThat(writing.isHeld()).isTrue();
    }
  }

  @Test
  void interruptDuringLock_staysPending_andTheLockIsTakenAllTheSame() throws Exception {
    Actor waiter = arena.actor();
    for (Lock one : both) {
      Lease writing = writer();
      CompletableFuture<Boolean> pending =
          waiter.begins(
              () -> {
                one.lock();
                one.unlock();
                return Thread.interrupted();
              });
      arena.awaitQueue(1);
      waiter.interrupt();
      assertThat(pending.isDone()).isFalse();
      writing.close();
      assertThat(pending.get(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void wait_endsWithTheLock_whenItBecomesFree() throws Exception {
    Actor waiter = arena.actor();
    for (Lock one : both) {
      Lease writing = writer();
      CompletableFuture<Boolean> waiting = waiter.begins(() -> one.tryLock(1, TimeUnit.MINUTES));
      arena.awaitQueue(1);
      writing.close();
      assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
      waiter.does(one::unlock);
    }
  }

  @Test
  void pair_isOnePair_whereverItIsAskedFor() throws Exception {
    Actor neighbour = arena.actor();
    lock.readLock().lock();
    assertThat(neighbour.gets(() -> lock.readLock().tryLock())).isTrue();
    assertThat(neighbour.gets(() -> lock.writeLock().tryLock())).isFalse();
    neighbour.does(() -> lock.readLock().unlock());
    lock.readLock().unlock();
    lock.writeLock().lock();
    assertThat(neighbour.gets(() -> lock.readLock().tryLock())).isFalse();
    lock.writeLock().unlock();
  }
}
