package dev.holdfast.tck.latch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClientClosedException;
import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.LockClient;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Awaiting a latch, and giving up. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class AwaitContract {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final Arena arena;
  private final DistributedCountDownLatch latch;
  private final DistributedCountDownLatch other;

  AwaitContract(Arena arena) {
    this.arena = arena;
    this.latch = arena.client().countDownLatch(arena.name());
    this.other = arena.client().countDownLatch(arena.name());
    other.trySetCount(1);
  }

  private List<Callable<Object>> calls() {
    return List.of(
        () -> {
          latch.await();
          return true;
        },
        () -> latch.await(LONG),
        () -> latch.await(20, TimeUnit.SECONDS));
  }

  @Test
  void everyoneOfAllClients_getsThrough() throws Exception {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (Callable<Object> call : calls()) {
      all.add(arena.actor().begins(call));
    }
    all.add(arena.watch(latch.awaitAsync()));
    all.add(arena.watch(latch.awaitAsync(LONG)));
    all.add(arena.watch(other.awaitAsync(LONG)));
    arena.awaitAwaiting(2);
    assertThat(all).noneMatch(CompletableFuture::isDone);
    latch.countDown();
    for (CompletableFuture<?> one : all) {
      assertThat(one.get(5, TimeUnit.SECONDS)).isIn(true, null);
    }
    assertThat(arena.store().awaiting(arena.latch())).isZero();
  }

  @Test
  void waitThatIsOver_returnsFalse_andLeavesNothing() throws Exception {
    assertThat(latch.await(Duration.ZERO)).isFalse();
    assertThat(latch.await(0, TimeUnit.SECONDS)).isFalse();
    assertThat(latch.await(-1, TimeUnit.SECONDS)).isFalse();
    assertThat(latch.await(SHORT)).isFalse();
    assertThat(latch.await(1, TimeUnit.NANOSECONDS)).isFalse();
    assertThat(latch.awaitAsync(SHORT).get(5, TimeUnit.SECONDS)).isFalse();
    assertThat(latch.awaitAsync(Duration.ZERO).get(5, TimeUnit.SECONDS)).isFalse();
    arena.awaitAwaiting(0);
    other.countDown();
    assertThat(latch.await(Duration.ZERO)).isTrue();
    assertThat(latch.await(1, TimeUnit.NANOSECONDS)).isTrue();
  }

  @Test
  void waitThatIsOver_leavesTheOthersWaiting() throws Exception {
    CompletableFuture<Boolean> patient = arena.watch(latch.awaitAsync(LONG));
    assertThat(latch.await(SHORT)).isFalse();
    assertThat(arena.store().awaiting(arena.latch())).isEqualTo(1);
    other.countDown();
    assertThat(patient.get(5, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void interruptedBefore_throwsInterruptedException_alsoWhenTheCountIsZero() {
    Actor actor = arena.actor();
    for (int count = 1; count >= 0; count--) {
      for (Callable<Object> call : calls()) {
        assertThatThrownBy(
                () ->
                    actor.gets(
                        () -> {
                          Thread.currentThread().interrupt();
                          return call.call();
                        }))
            .isInstanceOf(InterruptedException.class);
      }
      other.countDown();
    }
  }

  @Test
  void interruptedWhileWaiting_throwsInterruptedException_andLeavesNothing() {
    Actor actor = arena.actor();
    for (Callable<Object> call : calls()) {
      CompletableFuture<Object> waiting = actor.begins(call);
      arena.awaitAwaiting(1);
      actor.awaitBlocked();
      actor.interrupt();
      assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
      arena.awaitAwaiting(0);
    }
    other.countDown();
  }

  @Test
  void commands_areNotInterruptible_andKeepTheInterruptPending() throws Exception {
    Actor actor = arena.actor();
    boolean pending =
        actor.gets(
            () -> {
              Thread.currentThread().interrupt();
              latch.countDown();
              boolean set = latch.trySetCount(1);
              latch.countDown();
              return set && latch.getCount() == 0 && Thread.interrupted();
            });
    assertThat(pending).isTrue();
  }

  @Test
  void cancelled_leavesNothing() {
    CompletableFuture<Boolean> bounded = latch.awaitAsync(LONG);
    CompletableFuture<Void> unlimited = latch.awaitAsync();
    CompletableFuture<Boolean> timedOut = latch.awaitAsync(LONG);
    arena.awaitAwaiting(1);
    bounded.cancel(false);
    unlimited.cancel(false);
    timedOut.completeExceptionally(new TimeoutException());
    arena.awaitAwaiting(0);
    other.countDown();
  }

  @Test
  void closedClient_endsItsAwaits_byClientClosedException_andLeavesNothing() throws Exception {
    LockClient closing = arena.client();
    DistributedCountDownLatch mine = closing.countDownLatch(arena.name());
    CompletableFuture<Boolean> blocked = arena.actor().begins(() -> mine.await(LONG));
    CompletableFuture<Void> async = arena.watch(mine.awaitAsync());
    arena.awaitAwaiting(1);
    closing.close();
    for (CompletableFuture<?> call : List.of(blocked, async)) {
      assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(ClientClosedException.class);
    }
    arena.awaitAwaiting(0);
    assertThatThrownBy(mine::await).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(mine::awaitAsync).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(mine::countDown).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(mine::countDownAsync).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(mine::getCount).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(mine::delete).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(() -> mine.trySetCount(1)).isInstanceOf(ClientClosedException.class);
    other.countDown();
  }

  @Test
  void manyLatches_awaitedAtOnce_eachGetsThroughByItself() throws Exception {
    LockClient client = arena.client();
    List<DistributedCountDownLatch> latches = new ArrayList<>();
    List<CompletableFuture<Void>> awaits = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      DistributedCountDownLatch one = client.countDownLatch(arena.name() + "-" + i);
      one.trySetCount(1);
      latches.add(one);
      awaits.add(arena.watch(one.awaitAsync()));
    }
    for (int i = 0; i < latches.size(); i++) {
      latches.get(i).countDown();
      awaits.get(i).get(5, TimeUnit.SECONDS);
      assertThat(awaits.subList(i + 1, awaits.size())).noneMatch(CompletableFuture::isDone);
    }
    other.countDown();
  }
}
