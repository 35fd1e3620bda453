package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.LockClient;
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

/**
 * Latches that are awaited at the same time over one connection do not get into each other's way.
 */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class C105_twoLatchesTest {

  private static final Duration WAIT = Duration.ofSeconds(2);

  private final Arena arena;

  C105_twoLatchesTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void oneIsCountedDown_theOtherRunsIntoItsLimit() throws Exception {
    LockClient client = arena.client();
    DistributedCountDownLatch done = client.countDownLatch(arena.name());
    DistributedCountDownLatch open = client.countDownLatch(arena.name() + "-2");
    done.trySetCount(1);
    open.trySetCount(1);
    List<CompletableFuture<Boolean>> through = new ArrayList<>();
    List<CompletableFuture<Boolean>> late = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      through.add(arena.actor().begins(() -> done.await(WAIT)));
      late.add(arena.actor().begins(() -> open.await(WAIT)));
    }
    arena.awaitAwaiting(1);
    done.countDown();
    for (CompletableFuture<Boolean> one : through) {
      assertThat(one.get(5, TimeUnit.SECONDS)).isTrue();
    }
    for (CompletableFuture<Boolean> one : late) {
      assertThat(one.get(5, TimeUnit.SECONDS)).isFalse();
    }
    open.countDown();
    assertThat(open.await(WAIT)).isTrue();
  }
}
