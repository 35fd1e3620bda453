package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClientClosedException;
import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.NotHeldException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.fault.Call;
import dev.holdfast.tck.fault.Fate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several locks of one client, owned by a thread all or not at all. */
@ExtendWith(ContractExtension.class)
final class MultiLockContract {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final Arena arena;
  private final LockClient client;
  private final LockClient other;
  private final DistributedLock abc;

  MultiLockContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.other = arena.client();
    this.abc = client.multiLock(of(client, "c"), of(client, "a"), of(client, "b"));
  }

  private DistributedLock of(LockClient holder, String part) {
    return holder.lock(arena.name() + "-" + part);
  }

  private void awaitQueue(String part, int count) {
    await("a queue of " + count + " at " + part)
        .until(() -> of(other, part).inspect().queue().size() == count);
  }

  private void assertFree(String... parts) throws Exception {
    for (String part : parts) {
      // What is given back in the background needs a moment.
      assertThat(of(other, part).tryLock(LONG)).as(part).isTrue();
      of(other, part).unlock();
    }
  }

  @Test
  void freeMembers_areTakenAtOnce_andReleasedTogether() {
    assertThat(abc.tryLock()).isTrue();
    assertThat(abc.isHeldByCurrentThread()).isTrue();
    assertThat(abc.getHoldCount()).isEqualTo(1);
    assertThat(abc.isLocked()).isTrue();
    assertThat(abc.remaining()).isPositive();
    for (String part : List.of("a", "b", "c")) {
      assertThat(of(client, part).isHeldByCurrentThread()).as(part).isTrue();
      assertThat(of(other, part).tryLock()).as(part).isFalse();
    }
    abc.unlock();
    for (String part : List.of("a", "b", "c")) {
      assertThat(of(other, part).tryLock()).as(part).isTrue();
      of(other, part).unlock();
    }
    assertThat(abc.isLocked()).isFalse();
    assertThat(abc.remaining()).isZero();
  }

  @Test
  void busyMember_letsTheOthersBeFree() throws Exception {
    of(other, "b").lock();
    assertThat(abc.tryLock()).isFalse();
    assertThat(abc.tryLock(SHORT)).isFalse();
    assertThat(abc.isHeldByCurrentThread()).isFalse();
    assertThat(abc.isLocked()).isTrue();
    assertFree("a", "c");
    of(other, "b").unlock();
    assertThat(abc.tryLock(LONG)).isTrue();
    abc.unlock();
  }

  @Test
  @Needs(Capability.QUEUE)
  void waitIsSpentInTheQueueOfTheFirstBusyMember_whileThoseBeforeAreHeld() throws Exception {
    of(other, "b").lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.begins(() -> abc.tryLock(LONG));
    awaitQueue("b", 1);
    assertThat(of(other, "a").inspect().holders())
        .singleElement()
        .satisfies(
            holder ->
                assertThat(holder.party().note())
                    .contains("together with", arena.name() + "-b", arena.name() + "-c"));
    assertThat(of(other, "c").isLocked()).isFalse();
    assertThat(got).isNotDone();
    of(other, "b").unlock();
    assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(of(other, "c").isLocked()).isTrue();
    waiter.does(abc::unlock);
  }

  @Test
  void interrupt_whileWaiting_leavesNothing() throws Exception {
    of(other, "b").lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.starts(abc::lockInterruptibly);
    awaitQueue("b", 1);
    waiter.awaitBlocked();
    waiter.interrupt();
    assertThatThrownBy(() -> got.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    awaitQueue("b", 0);
    assertFree("a", "c");
    of(other, "b").unlock();
  }

  @Test
  void interrupt_doesNotEndLock_andStaysPending() throws Exception {
    of(other, "b").lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got =
        waiter.begins(
            () -> {
              abc.lock();
              return Thread.interrupted();
            });
    awaitQueue("b", 1);
    waiter.awaitBlocked();
    waiter.interrupt();
    of(other, "b").unlock();
    assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
    waiter.does(abc::unlock);
  }

  @Test
  void memberThatIsOwnedAlready_isLockedOnceMore() throws Exception {
    DistributedLock b = of(client, "b");
    b.lock();
    assertThat(abc.tryLock()).isTrue();
    abc.lock();
    assertThat(b.getHoldCount()).isEqualTo(3);
    assertThat(abc.getHoldCount()).isEqualTo(2);
    abc.unlock();
    abc.unlock();
    assertThat(b.getHoldCount()).isEqualTo(1);
    assertThat(abc.isHeldByCurrentThread()).isFalse();
    of(other, "c").lock();
    assertThat(abc.tryLock(SHORT)).isFalse();
    assertThat(b.getHoldCount()).isEqualTo(1);
    of(other, "c").unlock();
    b.unlock();
    assertFree("a", "b", "c");
  }

  @Test
  void unlock_ofWhatIsNotOwned_throwsNotHeldException_andTouchesNothing() throws Exception {
    assertThatThrownBy(abc::unlock).isInstanceOf(NotHeldException.class);
    DistributedLock a = of(client, "a");
    a.lock();
    assertThatThrownBy(abc::unlock)
        .isInstanceOf(NotHeldException.class)
        .hasMessageContaining(arena.name() + "-b");
    assertThat(a.isHeldByCurrentThread()).isTrue();
    a.unlock();
    abc.lock();
    Actor stranger = arena.actor();
    assertThatThrownBy(() -> stranger.does(abc::unlock)).isInstanceOf(NotHeldException.class);
    assertThat(abc.isHeldByCurrentThread()).isTrue();
    abc.unlock();
  }

  @Test
  void leaseTime_endsAllMembers_countedFromWhenAllAreHeld() throws Exception {
    Duration leaseTime = Duration.ofMillis(800);
    of(other, "b").lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got =
        waiter.begins(() -> abc.tryLock(LONG, leaseTime) && abc.isHeldByCurrentThread());
    awaitQueue("b", 1);
    long startNanos = System.nanoTime();
    await("the lease time to pass while it waits")
        .until(() -> System.nanoTime() - startNanos > leaseTime.toNanos());
    of(other, "b").unlock();
    assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
    assertFree("a", "b", "c");
    assertThatThrownBy(() -> waiter.does(abc::unlock)).isInstanceOf(LockLostException.class);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void lostMembers_areToldByUnlockAndLock_andEveryCountGoesDown() throws Exception {
    BadNetwork network = arena.network();
    LockClient client = arena.client(network);
    DistributedLock ab = client.multiLock(of(client, "a"), of(client, "b"));
    ab.lock();
    arena.endSessions(network);
    await("the loss").until(() -> !ab.isHeldByCurrentThread());
    assertThatThrownBy(ab::lock).isInstanceOf(LockLostException.class);
    assertThat(ab.getHoldCount()).isEqualTo(1);
    assertThatThrownBy(ab::unlock)
        .isInstanceOf(LockLostException.class)
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    assertThatThrownBy(ab::unlock).isInstanceOf(NotHeldException.class);
    assertThat(ab.tryLock()).isTrue();
    ab.unlock();
  }

  @Test
  void closedClient_endsTheWait_byClientClosedException() throws Exception {
    of(other, "b").lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.begins(() -> abc.tryLock(LONG));
    awaitQueue("b", 1);
    client.close();
    assertThatThrownBy(() -> got.get(5, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ClientClosedException.class);
    assertThatThrownBy(abc::lock).isInstanceOf(ClientClosedException.class);
    assertFree("a", "c");
    of(other, "b").unlock();
  }

  @Test
  @Needs(Capability.TOGETHER)
  void freeMembers_costOneCallToTake_andNothingIsLeftWhenItsAnswerIsLost() throws Exception {
    BadNetwork network = arena.network();
    LockClient far = arena.client(network);
    String[] parts = ofOneShard(network.store());
    DistributedLock locks = far.multiLock(of(far, parts[0]), of(far, parts[1]), of(far, parts[2]));
    locks.lock();
    locks.unlock();
    assertThat(network.faults().count(Call.TOGETHER)).isEqualTo(1);
    assertThat(network.faults().count(Call.REQUEST)).isZero();
    assertThat(network.faults().count(Call.RELEASE)).isEqualTo(3);
    network.faults().next(Call.TOGETHER, Fate.ANSWER_LOST);
    assertThatThrownBy(locks::tryLock).isInstanceOf(StoreUnavailableException.class);
    assertFree(parts);
    network.faults().next(Call.TOGETHER, Fate.ANSWER_LOST);
    assertThat(locks.tryLock(LONG)).isTrue();
    locks.unlock();
    network.faults().next(Call.TOGETHER, Fate.LOST);
    assertThat(locks.tryLock(LONG)).isTrue();
    locks.unlock();
    assertThat(network.store().complaints()).isEmpty();
  }

  private String[] ofOneShard(LockStore store) {
    int shard = shardOf(store, "0");
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(Integer::toString)
        .filter(part -> shardOf(store, part) == shard)
        .limit(3)
        .toArray(String[]::new);
  }

  private int shardOf(LockStore store, String part) {
    return store.shardOf(new ResourceId(ResourceKind.LOCK, arena.name() + "-" + part));
  }

  @Test
  void members_areTakenOnceEach_inTheOrderOfTheirNames() throws Exception {
    DistributedLock again =
        client.multiLock(of(client, "b"), abc, of(client, "a").fair(), client.multiLock(abc));
    assertThat(again.name()).isEqualTo(abc.name());
    assertThat(abc.name())
        .containsSubsequence(arena.name() + "-a", arena.name() + "-b", arena.name() + "-c");
    again.lock();
    assertThat(of(client, "b").getHoldCount()).isEqualTo(1);
    again.unlock();
    assertFree("a", "b", "c");
  }

  @Test
  void options_areThoseOfAllMembers() throws Exception {
    DistributedLock optional = abc.fair().note("moving").leaseTime(LONG);
    assertThat(optional.tryLock()).isTrue();
    for (String part : List.of("a", "b", "c")) {
      assertThat(of(other, part).inspect().holders())
          .singleElement()
          .satisfies(holder -> assertThat(holder.party().note()).isEqualTo("moving"));
    }
    optional.unlock();
  }

  @Test
  void whatCanNotBe_isRefused() {
    assertThatThrownBy(() -> client.multiLock()).isInstanceOf(IllegalArgumentException.class);
    List<DistributedLock> many =
        IntStream.range(0, 129).mapToObj(i -> of(client, "many" + i)).toList();
    assertThatThrownBy(() -> client.multiLock(many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("128");
    assertThatThrownBy(abc::newCondition).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(abc::inspect).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> abc.tryLock(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> abc.leaseTime(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
