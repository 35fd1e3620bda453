package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.NotHeldException;
import dev.holdfast.Permits;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A permit that is given back twice is counted once. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.UNITS)
final class C101_releasedTwiceTest {

  private final Arena arena;

  C101_releasedTwiceTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void secondRelease_isRefused_andClosingDoesNothing() throws Exception {
    DistributedSemaphore semaphore = arena.client().semaphore(arena.name());
    semaphore.trySetPermits(1);
    Permits permit = semaphore.acquire();
    permit.release();
    Actor another = arena.actor();
    assertThatThrownBy(() -> another.does(permit::release)).isInstanceOf(NotHeldException.class);
    assertThatThrownBy(() -> permit.release(1)).isInstanceOf(NotHeldException.class);
    permit.close();
    another.does(permit::close);
    assertThat(semaphore.availablePermits()).isEqualTo(1);
    try (Permits first = semaphore.tryAcquire().orElseThrow()) {
      assertThat(semaphore.tryAcquire()).isEmpty();
      assertThatThrownBy(permit::release).isInstanceOf(NotHeldException.class);
      assertThat(first.isHeld()).isTrue();
    }
  }
}
