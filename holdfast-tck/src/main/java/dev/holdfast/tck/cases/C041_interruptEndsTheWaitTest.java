package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An interrupt ends a wait at once, also one that came before the call. */
@ExtendWith(ContractExtension.class)
final class C041_interruptEndsTheWaitTest {

  private final Arena arena;
  private final DistributedLock lock;
  private final DistributedLock other;

  C041_interruptEndsTheWaitTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void interruptedWaiters_leaveTheQueue() throws Exception {
    lock.lock();
    Actor timed = arena.actor();
    Actor endless = arena.actor();
    CompletableFuture<Boolean> first = timed.begins(() -> other.tryLock(Duration.ofSeconds(30)));
    CompletableFuture<Boolean> second = endless.starts(other::lockInterruptibly);
    timed.awaitBlocked();
    endless.awaitBlocked();
    timed.interrupt();
    endless.interrupt();
    assertThatThrownBy(() -> first.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThatThrownBy(() -> second.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    arena.awaitQueue(0);
    lock.unlock();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }

  @Test
  void interruptBeforeTheCall_isNoticed() throws Exception {
    Actor actor = arena.actor();
    actor.does(
        () -> {
          Thread.currentThread().interrupt();
          assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
          Thread.currentThread().interrupt();
          assertThatThrownBy(() -> lock.tryLock(Duration.ofSeconds(1)))
              .isInstanceOf(InterruptedException.class);
          Thread.currentThread().interrupt();
          assertThatThrownBy(() -> lock.acquire(Duration.ZERO))
              .isInstanceOf(InterruptedException.class);
        });
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }
}
