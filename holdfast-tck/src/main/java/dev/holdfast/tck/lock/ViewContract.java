package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockView;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What can be seen of a lock that somebody else has. */
@ExtendWith(ContractExtension.class)
final class ViewContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedLock lock;
  private final DistributedLock other;

  ViewContract(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void freeLock_isNotLocked() {
    assertThat(lock.isLocked()).isFalse();
    assertThat(lock.remaining()).isZero();
    assertThat(lock.inspect()).isEqualTo(new LockView(arena.name(), List.of(), List.of()));
  }

  @Test
  void heldLock_isSeenByEveryClient_butHeldByOneOnly() throws Exception {
    Lease lease = lock.note("a note").acquire(LONG);
    for (DistributedLock view : List.of(lock, other)) {
      assertThat(view.isLocked()).isTrue();
      assertThat(view.remaining()).isPositive().isLessThanOrEqualTo(Arena.TTL);
      assertThat(view.isHeldByCurrentThread()).isFalse();
      assertThat(view.inspect().holders())
          .singleElement()
          .satisfies(
              holder -> {
                assertThat(holder.fencingToken()).isEqualTo(lease.fencingToken());
                assertThat(holder.party().client()).isEqualTo("client-1");
                assertThat(holder.party().note()).isEqualTo("a note");
                assertThat(holder.party().pid()).isEqualTo(ProcessHandle.current().pid());
                assertThat(holder.party().thread()).isEqualTo(Thread.currentThread().getName());
              });
    }
    lease.close();
  }

  @Test
  @Needs(Capability.QUEUE)
  void waiter_isSeenInTheQueue() throws Exception {
    lock.lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.starts(other.note("in a hurry")::lock);
    arena.awaitQueue(1);
    assertThat(lock.inspect().queue())
        .singleElement()
        .satisfies(
            waiting -> {
              assertThat(waiting.party().client()).isEqualTo("client-2");
              assertThat(waiting.party().note()).isEqualTo("in a hurry");
              assertThat(waiting.party().thread()).isEqualTo(waiter.thread().getName());
            });
    lock.unlock();
    got.get(5, TimeUnit.SECONDS);
    waiter.does(other::unlock);
  }
}
