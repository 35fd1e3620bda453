package dev.holdfast.tck.latch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What operators see of a latch. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.LATCHES, Capability.UNITS})
final class LatchViewContract {

  private final Arena arena;
  private final LockClient operator;
  private final DistributedCountDownLatch latch;

  LatchViewContract(Arena arena) {
    this.arena = arena;
    this.operator = arena.client();
    this.latch = arena.client().countDownLatch(arena.name());
  }

  private List<LockSummary> listed() {
    return operator.list(arena.name()).toList();
  }

  @Test
  void openRound_isShownWithItsCount_andAnEndedOneIsNot() throws Exception {
    assertThat(latch.trySetCount(2)).isTrue();
    assertThat(listed())
        .singleElement()
        .matches(found -> found.kind() == LockKind.LATCH && found.capacity() == 2)
        .matches(found -> found.holder().isEmpty() && found.holders() == 0);
    latch.countDown();
    assertThat(operator.inspect(arena.name()))
        .containsExactly(new LockView(arena.name(), LockKind.LATCH, 1, List.of(), List.of()));
    latch.countDown();
    assertThat(listed()).isEmpty();
    assertThat(operator.inspect(arena.name())).isEmpty();
    latch.delete();
  }

  @Test
  void highestCount_isShownExactly() throws Exception {
    assertThat(latch.trySetCount(DistributedCountDownLatch.COUNT_MAX)).isTrue();
    assertThat(operator.inspect(arena.name()).get(0).capacity())
        .isEqualTo(DistributedCountDownLatch.COUNT_MAX);
    latch.delete();
  }

  @Test
  void lockAndLatchOfOneName_areShownBesideEachOther() throws Exception {
    assertThat(latch.trySetCount(1)).isTrue();
    try (Lease lease = arena.client().lock(arena.name()).acquire(Duration.ofSeconds(10))) {
      assertThat(listed())
          .extracting(LockSummary::kind)
          .containsExactlyInAnyOrder(LockKind.LOCK, LockKind.LATCH);
      assertThat(operator.inspect(arena.name())).hasSize(2);
      assertThat(lease.isHeld()).isTrue();
    }
    assertThat(listed()).extracting(LockSummary::kind).containsExactly(LockKind.LATCH);
    latch.delete();
  }
}
