package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Unlocking a read lock that was taken inside of the write lock leaves the write lock alone. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.UNITS)
final class C089_readInsideWriteTest {

  private final DistributedLock reading;
  private final DistributedLock writing;
  private final DistributedReadWriteLock other;

  C089_readInsideWriteTest(Arena arena) {
    DistributedReadWriteLock lock = arena.client().readWriteLock(arena.name());
    this.reading = lock.readLock();
    this.writing = lock.writeLock();
    this.other = arena.client().readWriteLock(arena.name());
  }

  @Test
  void unlockingTheReadLock_keepsTheWriteLock() {
    writing.lock();
    reading.lock();
    reading.unlock();
    assertThat(other.readLock().tryLock()).isFalse();
    assertThat(other.writeLock().tryLock()).isFalse();
    writing.unlock();
    assertThat(other.readLock().tryLock()).isTrue();
    other.readLock().unlock();
    assertThat(other.writeLock().tryLock()).isTrue();
    other.writeLock().unlock();
  }
}
