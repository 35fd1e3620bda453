package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A late unlock does not touch the lease of the next holder. */
@ExtendWith(ContractExtension.class)
final class C022_lateUnlockTest {

  private final DistributedLock first;
  private final DistributedLock second;
  private final DistributedLock third;

  C022_lateUnlockTest(Arena arena) {
    this.first = arena.client().lock(arena.name());
    this.second = arena.client().lock(arena.name());
    this.third = arena.client().lock(arena.name());
  }

  @Test
  void unlockAfterExpiry_saysTaken_andChangesNothing() throws Exception {
    assertThat(first.tryLock(Duration.ZERO, Duration.ofMillis(200))).isTrue();
    assertThat(second.tryLock(Duration.ofSeconds(10), Duration.ofSeconds(30))).isTrue();
    Duration before = third.remaining();
    assertThatThrownBy(first::unlock)
        .isInstanceOfSatisfying(
            LockLostException.class, lost -> assertThat(lost.reason()).isEqualTo(LossReason.TAKEN));
    assertThat(third.tryLock()).isFalse();
    assertThat(second.isHeldByCurrentThread()).isTrue();
    assertThat(third.remaining()).isPositive().isLessThanOrEqualTo(before);
    second.unlock();
  }
}
