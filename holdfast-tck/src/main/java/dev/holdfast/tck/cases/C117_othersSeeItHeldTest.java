package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Another client sees that the lock is held, for how long, and that it does not hold it itself. */
@ExtendWith(ContractExtension.class)
final class C117_othersSeeItHeldTest {

  private final DistributedLock lock;
  private final DistributedLock other;

  C117_othersSeeItHeldTest(Arena arena) {
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void stateAskedElsewhere_isTheTruth() {
    assertThat(other.isLocked()).isFalse();
    assertThat(other.remaining()).isZero();
    lock.lock();
    assertThat(other.isLocked()).isTrue();
    assertThat(other.remaining()).isPositive();
    assertThat(other.isHeldByCurrentThread()).isFalse();
    assertThat(other.getHoldCount()).isZero();
    lock.unlock();
    assertThat(other.isLocked()).isFalse();
  }
}
