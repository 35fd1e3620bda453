package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClientClosedException;
import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Patience;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The orderly end of a client. */
@ExtendWith(ContractExtension.class)
final class CloseContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;

  CloseContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void close_givesEverythingBack_andServesThoseWhoWait() throws Exception {
    DistributedLock waiting = arena.client().lock(arena.name());
    LockClient closing = arena.client();
    List<Lease> leases = new ArrayList<>();
    leases.add(closing.lock(arena.name()).acquire(LONG));
    for (int i = 0; i < 20; i++) {
      leases.add(closing.lock(arena.name() + "-" + i).acquire(LONG));
    }
    AtomicInteger lost = new AtomicInteger();
    leases.forEach(lease -> lease.onLost(lost::incrementAndGet));
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.begins(() -> waiting.tryLock(LONG));
    arena.awaitQueue(1);
    closing.close();
    assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(leases).noneMatch(Lease::isHeld);
    leases.forEach(Lease::close);
    assertThat(lost).hasValue(0);
    waiter.does(waiting::unlock);
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void close_endsWaitingCalls_byClientClosedException() throws Exception {
    DistributedLock held = arena.client().lock(arena.name());
    held.lock();
    LockClient closing = arena.client();
    DistributedLock wanted = closing.lock(arena.name());
    Actor first = arena.actor();
    Actor second = arena.actor();
    CompletableFuture<Boolean> locking = first.starts(wanted::lock);
    CompletableFuture<Lease> acquiring = second.begins(() -> wanted.acquire(LONG));
    CompletableFuture<Lease> async = arena.watch(wanted.fair().acquireAsync(LONG));
    first.awaitBlocked();
    second.awaitBlocked();
    closing.close();
    for (CompletableFuture<?> call : List.of(locking, acquiring, async)) {
      assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(ClientClosedException.class);
    }
    arena.awaitQueue(0);
    held.unlock();
  }

  @Test
  void closedClient_refusesEveryCall_byClientClosedException() {
    LockClient client = arena.client();
    DistributedLock lock = client.lock(arena.name());
    client.close();
    client.close();
    assertThatThrownBy(lock::lock).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(lock::tryLock).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(() -> lock.tryLock(LONG)).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(() -> lock.acquire(LONG)).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(() -> lock.tryAcquire(LONG)).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(lock::isLocked).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(lock::inspect).isInstanceOf(ClientClosedException.class);
    assertThat(lock.isHeldByCurrentThread()).isFalse();
  }

  @Test
  void close_whileTheStoreIsOutOfReach_endsInBoundedTime() throws Exception {
    BadNetwork network = arena.network();
    LockClient client = arena.client(network);
    client.lock(arena.name()).acquire(LONG);
    network.store().disconnect();
    Actor closing = arena.actor();
    CompletableFuture<Boolean> closed = closing.starts(client::close);
    assertThat(closed.get(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
  }

  @Test
  void close_whileThreadsLockAndUnlock_endsEveryCall() throws Exception {
    LockClient client = arena.client();
    DistributedLock lock = client.lock(arena.name());
    List<CompletableFuture<Boolean>> loops = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      loops.add(
          arena
              .actor()
              .starts(
                  () -> {
                    while (true) {
                      lock.lock();
                      lock.unlock();
                    }
                  }));
    }
    Patience.await("the threads to be at it").until(lock::isLocked);
    client.close();
    for (CompletableFuture<Boolean> loop : loops) {
      assertThatThrownBy(() -> loop.get(5, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
    }
  }
}
