package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LockLostException;
import dev.holdfast.NotHeldException;
import dev.holdfast.Permits;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Giving back permits of which some have expired: those say so, and the others count once. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.UNITS)
final class C098_expiredPermitsTest {

  private final Arena arena;

  C098_expiredPermitsTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void expiredPermits_sayThatTheyAreLost_andTheOthersAreGivenBack() throws Exception {
    DistributedSemaphore semaphore = arena.client().semaphore(arena.name());
    semaphore.trySetPermits(4);
    DistributedSemaphore bounded = semaphore.leaseTime(Duration.ofMillis(200));
    List<Permits> expired = List.of(bounded.acquire(), bounded.acquire());
    List<Permits> kept = List.of(semaphore.acquire(), semaphore.acquire());
    await("the end of two").until(() -> expired.stream().noneMatch(Permits::isHeld));

    for (Permits lost : expired) {
      assertThatThrownBy(lost::release)
          .isInstanceOf(LockLostException.class)
          .hasMessageContaining(arena.name());
    }
    assertThat(semaphore.availablePermits()).isEqualTo(2);
    kept.forEach(Permits::release);
    assertThat(semaphore.availablePermits()).isEqualTo(4);
    for (Permits over : List.of(expired.get(0), kept.get(0))) {
      assertThatThrownBy(over::release).isInstanceOf(NotHeldException.class);
    }
    assertThat(semaphore.availablePermits()).isEqualTo(4);
  }
}
