package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Permits;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Permits that are all held are set nevertheless: setting them again adds none. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.UNITS)
final class C096_permitsSetTwiceTest {

  private final Arena arena;

  C096_permitsSetTwiceTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void allPermitsHeld_settingThemAgainIsRefused() throws Exception {
    DistributedSemaphore semaphore = arena.client().semaphore(arena.name());
    assertThat(semaphore.trySetPermits(3)).isTrue();
    try (Permits all = semaphore.acquire(3)) {
      assertThat(semaphore.trySetPermits(3)).isFalse();
      assertThat(arena.client().semaphore(arena.name()).trySetPermits(5)).isFalse();
      assertThat(semaphore.availablePermits()).isZero();
      assertThat(all.isHeld()).isTrue();
    }
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }
}
