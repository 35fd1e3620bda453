package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockView;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A lock that is asked for in strict order: the same lock, with a place in the queue for each. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.QUEUE)
final class FairLockContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final LockClient client;
  private final DistributedLock fair;
  private final DistributedLock other;

  /** Who was served, in order. */
  private final List<String> served = Collections.synchronizedList(new ArrayList<>());

  FairLockContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.fair = client.fairLock(arena.name());
    this.other = arena.client().fairLock(arena.name());
  }

  private CompletableFuture<Boolean> lines(Actor actor, DistributedLock lock, String who)
      throws Exception {
    int before = arena.queueSize();
    CompletableFuture<Boolean> done =
        actor.starts(
            () -> {
              lock.lock();
              served.add(who);
              lock.unlock();
            });
    arena.awaitQueue(before + 1);
    return done;
  }

  @Test
  void fairLock_isTheLockOfThatName() throws Exception {
    DistributedLock plain = client.lock(arena.name());
    assertThat(fair.name()).isEqualTo(plain.name());
    fair.lock();
    plain.lock();
    assertThat(fair.getHoldCount()).isEqualTo(2);
    assertThat(arena.actor().gets(() -> plain.tryLock())).isFalse();
    plain.unlock();
    fair.unlock();
    assertThat(plain.isHeldByCurrentThread()).isFalse();
  }

  @Test
  void eachFairWaiter_hasItsOwnPlace_alsoThoseOfOneClient() throws Exception {
    try (Lease held = other.acquire()) {
      List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
      for (String who : List.of("first", "second", "third")) {
        waiting.add(lines(arena.actor(), fair.note(who), who));
      }
      assertThat(fair.inspect().queue())
          .extracting(LockView.Waiter::party)
          .extracting(LockView.Party::note)
          .containsExactly("first", "second", "third");
      held.close();
      for (CompletableFuture<Boolean> one : waiting) {
        one.get(10, TimeUnit.SECONDS);
      }
    }
    assertThat(served).containsExactly("first", "second", "third");
  }

  @Test
  void waitersThatGiveUp_leaveNoPlace_andTheOrderOfTheOthersStays() throws Exception {
    Actor interrupted = arena.actor();
    Actor timedOut = arena.actor();
    CompletableFuture<Boolean> first;
    CompletableFuture<Boolean> last;
    try (Lease held = other.acquire()) {
      first = lines(arena.actor(), fair, "first");
      CompletableFuture<Boolean> late = timedOut.begins(() -> fair.tryLock(Duration.ofMillis(300)));
      CompletableFuture<Boolean> stopped = interrupted.starts(fair::lockInterruptibly);
      CompletableFuture<Lease> cancelled = arena.watch(fair.acquireAsync(LONG));
      arena.awaitQueue(4);
      last = lines(arena.actor(), other, "last");

      interrupted.interrupt();
      cancelled.cancel(true);
      assertThat(late.get(10, TimeUnit.SECONDS)).isFalse();
      assertThatThrownBy(() -> stopped.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
      arena.awaitQueue(2);
      held.close();
    }
    first.get(10, TimeUnit.SECONDS);
    last.get(10, TimeUnit.SECONDS);
    assertThat(served).containsExactly("first", "last");
  }

  @Test
  void handlesAndThreads_standInOneLine() throws Exception {
    CompletableFuture<Boolean> handle;
    CompletableFuture<Boolean> thread;
    try (Lease held = other.acquire()) {
      handle =
          arena.watch(
              fair.acquireAsync(LONG)
                  .thenApply(
                      lease -> {
                        served.add("handle");
                        lease.close();
                        return true;
                      }));
      arena.awaitQueue(1);
      thread = lines(arena.actor(), other, "thread");
      held.close();
    }
    handle.get(10, TimeUnit.SECONDS);
    thread.get(10, TimeUnit.SECONDS);
    assertThat(served).containsExactly("handle", "thread");
  }

  @Test
  void tryLock_withoutWait_overtakesNobody() throws Exception {
    CompletableFuture<Boolean> waiting;
    try (Lease held = other.acquire()) {
      waiting = lines(arena.actor(), fair, "waiting");
      assertThat(client.fairLock(arena.name()).tryLock()).isFalse();
      held.close();
    }
    waiting.get(10, TimeUnit.SECONDS);
  }
}
