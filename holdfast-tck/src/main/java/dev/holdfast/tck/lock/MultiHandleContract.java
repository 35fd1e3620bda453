package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.LossReason;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several locks of one client as one lease. */
@ExtendWith(ContractExtension.class)
final class MultiHandleContract {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final Arena arena;
  private final LockClient client;
  private final DistributedLock otherB;
  private final String a;
  private final String b;
  private final DistributedLock ab;

  MultiHandleContract(Arena arena) {
    this.arena = arena;
    this.a = arena.name() + "-a";
    this.b = arena.name() + "-b";
    this.client = arena.client();
    this.otherB = arena.client().lock(b);
    this.ab = client.multiLock(client.lock(b), client.lock(a));
  }

  private void awaitQueue(int count) {
    await("a queue of " + count).until(() -> otherB.inspect().queue().size() == count);
  }

  @Test
  void lease_hasATokenForEachMember_andTheShortestValidity() throws Exception {
    Lease lease = ab.acquire(LONG);
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.name()).isEqualTo(ab.name());
    assertThatThrownBy(lease::fencingToken)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining(a);
    List<Lease> members = lease.members();
    assertThat(members).extracting(Lease::name).containsExactly(a, b);
    assertThat(lease.fencingToken(a)).isEqualTo(members.get(0).fencingToken()).isPositive();
    assertThat(lease.fencingToken(b)).isEqualTo(members.get(1).fencingToken()).isPositive();
    assertThatThrownBy(() -> lease.fencingToken(arena.name()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(Arena.TTL);
    lease.requireRemaining(Duration.ofMillis(1));
    assertThatThrownBy(() -> lease.requireRemaining(LONG))
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining(arena.name());
    assertThatThrownBy(members.get(0)::close).isInstanceOf(UnsupportedOperationException.class);
    assertThat(otherB.tryLock()).isFalse();
    long firstToken = lease.fencingToken(b);
    lease.close();
    lease.close();
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThat(lease.lossReason()).isEmpty();
    try (Lease later = otherB.acquire(Duration.ZERO)) {
      assertThat(later.fencingToken(b)).isEqualTo(later.fencingToken()).isGreaterThan(firstToken);
      assertThat(later.members()).containsExactly(later);
      assertThatThrownBy(() -> later.fencingToken(a)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void busyMember_isNamed_andTheOthersAreFree() throws Exception {
    try (Lease theirs = otherB.acquire(LONG)) {
      assertThatThrownBy(() -> ab.acquire(SHORT))
          .isInstanceOfSatisfying(
              LockNotAcquiredException.class,
              failure -> {
                assertThat(failure.lockName()).isEqualTo(b);
                assertThat(failure.view()).isPresent();
              })
          .hasMessageContaining("together");
      assertThat(ab.tryAcquire(Duration.ZERO)).isEmpty();
      assertThat(ab.tryAcquire(SHORT)).isEmpty();
      try (Lease free = client.lock(a).acquire(LONG)) {
        assertThat(free.isHeld()).isTrue();
      }
      assertThat(theirs.isHeld()).isTrue();
    }
  }

  @Test
  void acquireAsync_completesWhenAllAreHeld() throws Exception {
    Lease theirs = otherB.acquire(LONG);
    CompletableFuture<Lease> mine = arena.watch(ab.acquireAsync(LONG));
    awaitQueue(1);
    assertThat(mine).isNotDone();
    theirs.close();
    try (Lease lease = mine.get(5, TimeUnit.SECONDS)) {
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void acquireAsync_notInTime_failsWithLockNotAcquiredException() throws Exception {
    try (Lease theirs = otherB.acquire(LONG)) {
      CompletableFuture<Lease> late = arena.watch(ab.acquireAsync(SHORT));
      assertThatThrownBy(() -> late.get(5, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(LockNotAcquiredException.class);
      assertThat(theirs.isHeld()).isTrue();
    }
  }

  @Test
  void acquireAsync_cancelled_leavesNothing() throws Exception {
    try (Lease theirs = otherB.acquire(LONG)) {
      CompletableFuture<Lease> given = arena.watch(ab.acquireAsync(LONG));
      awaitQueue(1);
      assertThat(given.cancel(false)).isTrue();
      awaitQueue(0);
      client.lock(a).acquire(LONG).close();
      assertThat(theirs.isHeld()).isTrue();
    }
  }

  @Test
  void threadThatOwnsAMember_isToldThatItWouldWaitForItself() throws Exception {
    client.lock(b).lock();
    assertThatThrownBy(() -> ab.acquire(LONG))
        .isInstanceOf(ReentrantWaitException.class)
        .hasMessageContaining(b);
    assertThatThrownBy(ab.acquireAsync(LONG)::get).hasCauseInstanceOf(ReentrantWaitException.class);
    assertThat(ab.tryAcquire(Duration.ZERO)).isEmpty();
    client.lock(b).unlock();
  }

  @Test
  void run_holdsAllMembers() throws Exception {
    ab.run(LONG, lease -> assertThat(otherB.tryLock()).isFalse());
    assertThat(ab.<Integer, RuntimeException>call(LONG, lease -> 42)).isEqualTo(42);
    assertThat(otherB.tryLock()).isTrue();
    otherB.unlock();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void loss_isToldOnce_andCloseGivesTheOthersBack() throws Exception {
    BadNetwork network = arena.network();
    LockClient losing = arena.client(network);
    DistributedLock both = client.multiLock(losing.lock(b), client.lock(a));
    AtomicInteger told = new AtomicInteger();
    Lease lease = both.acquire(LONG);
    lease.onLost(told::incrementAndGet);
    arena.endSessions(network);
    await("the loss").until(() -> told.get() == 1);
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThat(lease.lossReason()).contains(LossReason.STORE_SAID);
    assertThat(lease.members()).filteredOn(Lease::isHeld).extracting(Lease::name).containsOnly(a);
    assertThatThrownBy(lease::close)
        .isInstanceOfSatisfying(
            LockLostException.class, lost -> assertThat(lost.lockName()).isEqualTo(b));
    assertThat(client.lock(a).tryLock()).isTrue();
    client.lock(a).unlock();
    assertThat(told).hasValue(1);
  }
}
