package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A read lock that was taken inside of the write lock is reported like one that was not. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.UNITS)
final class C094_nestedViewsTest {

  private final DistributedReadWriteLock lock;
  private final DistributedReadWriteLock other;

  C094_nestedViewsTest(Arena arena) {
    this.lock = arena.client().readWriteLock(arena.name());
    this.other = arena.client().readWriteLock(arena.name());
  }

  @Test
  void bothLocks_areLocked_andHeldOnceByTheThread() {
    lock.writeLock().lock();
    lock.readLock().lock();
    for (DistributedLock own : List.of(lock.readLock(), lock.writeLock())) {
      assertThat(own.isLocked()).isTrue();
      assertThat(own.isHeldByCurrentThread()).isTrue();
      assertThat(own.getHoldCount()).isEqualTo(1);
      assertThat(own.remaining()).isPositive();
    }
    for (DistributedLock seen : List.of(other.readLock(), other.writeLock())) {
      assertThat(seen.isLocked()).isTrue();
      assertThat(seen.isHeldByCurrentThread()).isFalse();
      assertThat(seen.getHoldCount()).isZero();
    }
    lock.readLock().unlock();
    lock.writeLock().unlock();
    assertThat(other.readLock().isLocked()).isFalse();
  }
}
