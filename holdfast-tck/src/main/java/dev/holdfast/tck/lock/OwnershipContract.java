package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.NotHeldException;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A lock that is owned by the thread: reentry, counting, and who may unlock. */
@ExtendWith(ContractExtension.class)
final class OwnershipContract {

  private final Arena arena;
  private final DistributedLock lock;
  private final DistributedLock other;

  OwnershipContract(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  private void assertState(int count, boolean held) {
    assertThat(lock.getHoldCount()).isEqualTo(count);
    assertThat(lock.isHeldByCurrentThread()).isEqualTo(held);
  }

  @Test
  void reentry_isCounted_andTheLastUnlockReleases() throws Exception {
    assertState(0, false);
    lock.lock();
    assertState(1, true);
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.tryLock(Duration.ofSeconds(1))).isTrue();
    lock.lockInterruptibly();
    assertState(4, true);
    for (int left = 3; left > 0; left--) {
      lock.unlock();
      assertState(left, true);
      assertThat(other.tryLock()).isFalse();
    }
    lock.unlock();
    assertState(0, false);
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }

  @Test
  void otherViewsOfTheSameLock_areTheSameLock() {
    lock.lock();
    assertThat(lock.fair().tryLock()).isTrue();
    assertThat(lock.leaseTime(Duration.ofSeconds(1)).tryLock()).isTrue();
    assertThat(lock.note("again").tryLock()).isTrue();
    assertState(4, true);
    for (int i = 0; i < 4; i++) {
      lock.unlock();
    }
    assertState(0, false);
  }

  @Test
  void unlock_withoutLock_throwsNotHeldException() {
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(NotHeldException.class)
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining(arena.name())
        .hasMessageContaining(Thread.currentThread().getName());
  }

  @Test
  void unlock_byAnotherThread_throwsNotHeldException_andChangesNothing() throws Exception {
    lock.lock();
    Actor thief = arena.actor();
    assertThatThrownBy(() -> thief.does(lock::unlock)).isInstanceOf(NotHeldException.class);
    assertThat(thief.gets(lock::isHeldByCurrentThread)).isFalse();
    assertThat(thief.gets(lock::getHoldCount)).isZero();
    assertState(1, true);
    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class);
  }

  @Test
  void unlock_throughAnotherClient_throwsNotHeldException() {
    lock.lock();
    assertThatThrownBy(other::unlock).isInstanceOf(NotHeldException.class);
    assertState(1, true);
    lock.unlock();
  }

  @Test
  void handle_isNotOwnedByItsThread() throws Exception {
    try (Lease lease = lock.acquire()) {
      assertState(0, false);
      assertThat(lock.tryLock()).isFalse();
      assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class);
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void twoClientsOfOneThread_excludeEachOther() {
    lock.lock();
    assertThat(other.tryLock()).isFalse();
    assertThat(other.isHeldByCurrentThread()).isFalse();
    lock.unlock();
  }

  @Test
  void thread_mayHoldManyLocks() {
    DistributedLock second = arena.client().lock(arena.name() + "-second");
    lock.lock();
    second.lock();
    lock.unlock();
    assertThat(second.isHeldByCurrentThread()).isTrue();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
    second.unlock();
  }

  @Test
  void newCondition_throwsUnsupportedOperationException() {
    assertThatThrownBy(lock::newCondition)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("condition");
  }
}
