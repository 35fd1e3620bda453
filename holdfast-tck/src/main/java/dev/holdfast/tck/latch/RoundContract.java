package dev.holdfast.tck.latch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Setting the count, counting down, and the next round. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class RoundContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedCountDownLatch latch;
  private final DistributedCountDownLatch other;

  RoundContract(Arena arena) {
    this.arena = arena;
    this.latch = arena.client().countDownLatch(arena.name());
    this.other = arena.client().countDownLatch(arena.name());
  }

  @Test
  void neverSet_countsZero_andNobodyWaits() throws Exception {
    assertThat(latch.getCount()).isZero();
    latch.await();
    assertThat(latch.await(Duration.ZERO)).isTrue();
    latch.countDown();
    assertThat(latch.delete()).isFalse();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void setCount_isSeenByAll_andCanNotBeSetAgainWhileOpen() {
    assertThat(latch.trySetCount(2)).isTrue();
    assertThat(other.getCount()).isEqualTo(2);
    assertThat(other.trySetCount(5)).isFalse();
    other.countDown();
    assertThat(latch.getCount()).isEqualTo(1);
    latch.countDown();
    assertThat(other.getCount()).isZero();
    latch.countDown();
    assertThat(other.getCount()).isZero();
  }

  @Test
  void nextRound_isThatOfWhoeverSetsItFirst() throws Exception {
    for (int round = 1; round <= 3; round++) {
      assertThat(latch.trySetCount(1)).isTrue();
      assertThat(other.trySetCount(1)).isFalse();
      CompletableFuture<Boolean> awaited = arena.watch(other.awaitAsync(LONG));
      arena.awaitAwaiting(1);
      latch.countDown();
      assertThat(awaited.get(5, TimeUnit.SECONDS)).isTrue();
      assertThat(latch.await(LONG)).isTrue();
    }
  }

  @Test
  void setCountToZero_beginsARoundThatIsOver() throws Exception {
    assertThat(latch.trySetCount(0)).isTrue();
    assertThat(latch.getCount()).isZero();
    assertThat(latch.await(Duration.ZERO)).isTrue();
    assertThat(other.trySetCount(1)).isTrue();
    other.countDown();
  }

  @Test
  void concurrentSetters_exactlyOneBegins() throws Exception {
    List<CompletableFuture<Boolean>> setters = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      DistributedCountDownLatch mine = i % 2 == 0 ? latch : other;
      setters.add(arena.actor().begins(() -> mine.trySetCount(1)));
    }
    int begun = 0;
    for (CompletableFuture<Boolean> setter : setters) {
      begun += setter.get(10, TimeUnit.SECONDS) ? 1 : 0;
    }
    assertThat(begun).isEqualTo(1);
    assertThat(latch.getCount()).isEqualTo(1);
    latch.countDown();
  }

  @Test
  void concurrentCountDowns_areAllCounted() throws Exception {
    int count = 40;
    latch.trySetCount(count);
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(arena.watch((i % 2 == 0 ? latch : other).countDownAsync()));
    }
    assertThat(latch.await(LONG)).isTrue();
    for (CompletableFuture<?> one : all) {
      one.get(5, TimeUnit.SECONDS);
    }
    assertThat(latch.getCount()).isZero();
  }

  @Test
  void setter_awaitsItsOwnRound_thoughTheNextHasBegun() throws Exception {
    assertThat(latch.trySetCount(1)).isTrue();
    other.countDown();
    assertThat(other.trySetCount(1)).isTrue();
    latch.await();
    assertThat(latch.await(Duration.ZERO)).isFalse();
    latch.countDown();
  }

  @Test
  void latchesOfOtherNames_andTheLockOfTheSameName_areOthers() throws Exception {
    latch.trySetCount(1);
    DistributedCountDownLatch second = arena.client().countDownLatch(arena.name() + "-2");
    assertThat(second.getCount()).isZero();
    assertThat(second.trySetCount(3)).isTrue();
    latch.countDown();
    assertThat(second.getCount()).isEqualTo(3);
    assertThat(second.delete()).isTrue();
    assertThat(arena.client().lock(arena.name()).isLocked()).isFalse();
  }
}
