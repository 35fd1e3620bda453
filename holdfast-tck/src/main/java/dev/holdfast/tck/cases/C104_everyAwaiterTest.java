package dev.holdfast.tck.cases;

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

/** A latch that reaches zero lets everybody through, not only the first of each client. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class C104_everyAwaiterTest {

  private final Arena arena;

  C104_everyAwaiterTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void asyncAndBlockedAwaits_ofTwoClients_allGetThrough() throws Exception {
    DistributedCountDownLatch first = arena.client().countDownLatch(arena.name());
    DistributedCountDownLatch second = arena.client().countDownLatch(arena.name());
    first.trySetCount(1);
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      DistributedCountDownLatch latch = i % 2 == 0 ? first : second;
      all.add(arena.watch(latch.awaitAsync()));
      all.add(arena.actor().begins(() -> latch.await(Duration.ofSeconds(20))));
    }
    arena.awaitAwaiting(2);
    first.countDown();
    for (CompletableFuture<?> one : all) {
      assertThat(one.get(1, TimeUnit.SECONDS)).isIn(true, null);
    }
  }
}
