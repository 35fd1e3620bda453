package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an interrupt does before a call, during a wait, and to a release. */
@ExtendWith(ContractExtension.class)
final class InterruptContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedLock lock;
  private final DistributedLock other;

  InterruptContract(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  private List<Callable<Object>> interruptibleCalls() {
    return List.of(
        () -> {
          lock.lockInterruptibly();
          return true;
        },
        () -> lock.tryLock(LONG),
        () -> lock.tryLock(LONG, LONG),
        () -> lock.tryLock(20, TimeUnit.SECONDS),
        () -> lock.tryLock(20, 20, TimeUnit.SECONDS),
        () -> lock.acquire(),
        () -> lock.acquire(LONG),
        () -> lock.tryAcquire(LONG));
  }

  @Test
  void interruptedBefore_throwsInterruptedException_andTakesNothing() throws Exception {
    Actor actor = arena.actor();
    for (Callable<Object> call : interruptibleCalls()) {
      assertThatThrownBy(
              () ->
                  actor.gets(
                      () -> {
                        Thread.currentThread().interrupt();
                        return call.call();
                      }))
          .isInstanceOf(InterruptedException.class);
      assertThat(actor.gets(Thread::interrupted)).isFalse();
    }
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }

  @Test
  void interruptedWhileWaiting_throwsInterruptedException_andLeavesNothing() throws Exception {
    other.lock();
    Actor actor = arena.actor();
    for (Callable<Object> call : interruptibleCalls()) {
      CompletableFuture<Object> waiting = actor.begins(call);
      arena.awaitQueue(1);
      actor.awaitBlocked();
      actor.interrupt();
      assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
      arena.awaitQueue(0);
    }
    other.unlock();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
  }

  @Test
  void lock_waitsOn_andKeepsTheInterruptPending() throws Exception {
    other.lock();
    Actor actor = arena.actor();
    CompletableFuture<Boolean> interrupted =
        actor.begins(
            () -> {
              lock.lock();
              return Thread.interrupted();
            });
    actor.awaitBlocked();
    actor.interrupt();
    actor.awaitBlocked();
    assertThat(interrupted).isNotDone();
    other.unlock();
    assertThat(interrupted.get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(actor.gets(lock::isHeldByCurrentThread)).isTrue();
    actor.does(lock::unlock);
  }

  @Test
  void tryLockWithoutWait_ignoresTheInterrupt_andKeepsItPending() throws Exception {
    Actor actor = arena.actor();
    boolean lockedAndPending =
        actor.gets(
            () -> {
              Thread.currentThread().interrupt();
              boolean locked = lock.tryLock();
              return Thread.interrupted() && locked;
            });
    assertThat(lockedAndPending).isTrue();
    actor.does(lock::unlock);
  }

  @Test
  void unlockAndClose_workForAnInterruptedThread() throws Exception {
    Actor actor = arena.actor();
    boolean pendingAfterUnlock =
        actor.gets(
            () -> {
              lock.lock();
              Thread.currentThread().interrupt();
              lock.unlock();
              return Thread.interrupted();
            });
    assertThat(pendingAfterUnlock).isTrue();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
    boolean pendingAfterClose =
        actor.gets(
            () -> {
              Lease lease = lock.acquire(LONG);
              Thread.currentThread().interrupt();
              lease.close();
              return Thread.interrupted();
            });
    assertThat(pendingAfterClose).isTrue();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }

  @Test
  void localWaiterThatIsInterrupted_leavesTheOthersWaiting() throws Exception {
    other.lock();
    Actor first = arena.actor();
    Actor second = arena.actor();
    CompletableFuture<Boolean> interrupted = first.starts(lock::lockInterruptibly);
    first.awaitBlocked();
    CompletableFuture<Boolean> patient = second.starts(lock::lock);
    second.awaitBlocked();
    first.interrupt();
    assertThatThrownBy(() -> interrupted.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    arena.awaitQueue(1);
    other.unlock();
    assertThat(patient.get(5, TimeUnit.SECONDS)).isTrue();
    second.does(lock::unlock);
  }
}
