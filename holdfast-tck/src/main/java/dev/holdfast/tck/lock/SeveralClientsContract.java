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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Locks of several clients and stores taken together. */
@ExtendWith(ContractExtension.class)
final class SeveralClientsContract {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(400);

  private final Arena arena;
  private final LockClient one;
  private final LockClient two;
  private final DistributedLock first;
  private final DistributedLock second;
  private final DistributedLock both;

  SeveralClientsContract(Arena arena) {
    this.arena = arena;
    this.one = arena.client();
    this.two = arena.client("memory://" + arena.name(), options -> options);
    this.first = one.lock(arena.name() + "-first");
    this.second = two.lock("second");
    this.both = one.multiLock(first, second);
  }

  @Test
  void free_areTakenAtOnce() {
    assertThat(both.tryLock()).isTrue();
    assertThat(first.isHeldByCurrentThread()).isTrue();
    assertThat(second.isHeldByCurrentThread()).isTrue();
    both.unlock();
    assertThat(first.isLocked()).isFalse();
    assertThat(second.isLocked()).isFalse();
  }

  @Test
  void busyMember_letsTheOthersBeFree_inEitherOrder() throws Exception {
    Actor holder = arena.actor();
    for (DistributedLock busy : List.of(first, second)) {
      DistributedLock free = busy == first ? second : first;
      holder.does(busy::lock);
      assertThat(both.tryLock()).isFalse();
      assertThat(both.tryLock(SHORT)).isFalse();
      assertThat(free.tryLock(LONG)).isTrue();
      free.unlock();
      CompletableFuture<Lease> waiting = arena.watch(both.acquireAsync(LONG));
      holder.does(busy::unlock);
      waiting.get(5, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void nothingIsHeldForLong_whileAnotherMemberIsWaitedFor() throws Exception {
    Actor holder = arena.actor();
    for (DistributedLock busy : List.of(first, second)) {
      DistributedLock free = busy == first ? second : first;
      holder.does(busy::lock);
      CompletableFuture<Lease> waiting = arena.watch(both.acquireAsync(LONG));
      assertThat(free.tryLock(LONG)).isTrue();
      holder.does(busy::unlock);
      assertThat(waiting).isNotDone();
      free.unlock();
      waiting.get(5, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void oppositeOrders_neverBlockEachOtherForGood() throws Exception {
    List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    AtomicInteger inside = new AtomicInteger();
    for (int i = 0; i < 4; i++) {
      DistributedLock locks = i % 2 == 0 ? both : two.multiLock(second, first);
      Random random = new Random(i);
      ends.add(
          arena
              .actor()
              .starts(
                  () -> {
                    for (int round = 0; round < 20; round++) {
                      locks.lock();
                      assertThat(inside.incrementAndGet()).isEqualTo(1);
                      inside.decrementAndGet();
                      locks.unlock();
                      nest(random.nextBoolean());
                    }
                  }));
    }
    for (CompletableFuture<Boolean> end : ends) {
      assertThat(end.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Takes one of the two alone, so that they are busy at different times. */
  private void nest(boolean which) {
    DistributedLock lock = which ? first : second;
    lock.lock();
    lock.unlock();
  }

  @Test
  void closedClient_endsTheWait() throws Exception {
    Actor holder = arena.actor();
    holder.does(first::lock);
    CompletableFuture<Lease> waiting = arena.watch(both.acquireAsync(LONG));
    two.close();
    holder.does(first::unlock);
    assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ClientClosedException.class);
    assertThat(first.tryLock(LONG)).isTrue();
    first.unlock();
  }

  @Test
  void sameNameInTwoStores_areTwoLocks_whoseTokensAreToldByMembers() throws Exception {
    DistributedLock same = one.multiLock(one.lock("same" + arena.name()), two.lock("other"));
    DistributedLock twins = one.multiLock(same, two.lock("same" + arena.name()));
    try (Lease lease = twins.acquire(LONG)) {
      assertThat(lease.members()).hasSize(3);
      assertThatThrownBy(() -> lease.fencingToken("same" + arena.name()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("several clients");
      assertThat(lease.fencingToken("other")).isPositive();
    }
  }
}
