package dev.holdfast.tck.latch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.LatchLostException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Patience;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A latch that was deleted, or has vanished from the store. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class LatchLossContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedCountDownLatch latch;
  private final DistributedCountDownLatch other;

  LatchLossContract(Arena arena) {
    this.arena = arena;
    this.latch = arena.client().countDownLatch(arena.name());
    this.other = arena.client().countDownLatch(arena.name());
  }

  private static void assertLost(CompletableFuture<?> awaited) {
    assertThatThrownBy(() -> awaited.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(LatchLostException.class)
        .hasMessageContaining("not known to have reached zero");
  }

  @Test
  void deleted_awaitThrowsLatchLostException_andTheCountIsZero() throws Exception {
    other.trySetCount(2);
    CompletableFuture<Boolean> blocked = arena.actor().begins(() -> latch.await(LONG));
    CompletableFuture<Void> async = arena.watch(latch.awaitAsync());
    arena.awaitAwaiting(1);
    assertThat(other.delete()).isTrue();
    assertLost(blocked);
    assertLost(async);
    assertThat(latch.getCount()).isZero();
    assertThat(other.delete()).isFalse();
    assertThat(other.await(Duration.ZERO)).isTrue();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void deletedAndSetAgain_whoAwaitedTheOldRound_isNotLetThrough() {
    other.trySetCount(1);
    CompletableFuture<Void> async = arena.watch(latch.awaitAsync());
    arena.awaitAwaiting(1);
    other.delete();
    assertThat(other.trySetCount(1)).isTrue();
    assertLost(async);
    other.countDown();
  }

  @Test
  @Needs(Capability.FORGET)
  void vanishedWhileAwaited_throwsLatchLostException_afterTheSlowCheck() {
    other.trySetCount(1);
    CompletableFuture<Boolean> blocked = arena.actor().begins(() -> latch.await(LONG));
    arena.awaitAwaiting(1);
    arena.store().forget(arena.latch());
    assertLost(blocked);
  }

  @Test
  @Needs(Capability.FORGET)
  void vanishedAndSetAgain_whoAwaitedTheOldRound_isNotLetThrough() {
    other.trySetCount(1);
    CompletableFuture<Boolean> blocked = arena.actor().begins(() -> latch.await(LONG));
    arena.awaitAwaiting(1);
    arena.store().forget(arena.latch());
    assertThat(other.trySetCount(1)).isTrue();
    assertLost(blocked);
    other.countDown();
  }

  @Test
  @Needs(Capability.FORGET)
  void vanishedBeforeItsSetterAwaits_throwsLatchLostException() {
    latch.trySetCount(1);
    arena.store().forget(arena.latch());
    assertThatThrownBy(latch::await).isInstanceOf(LatchLostException.class);
    assertThatThrownBy(() -> latch.await(Duration.ZERO)).isInstanceOf(LatchLostException.class);
    assertLost(latch.awaitAsync());
    assertThat(latch.trySetCount(0)).isTrue();
  }
}
