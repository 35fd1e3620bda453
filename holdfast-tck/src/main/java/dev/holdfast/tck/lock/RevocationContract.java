package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LockView;
import dev.holdfast.LossReason;
import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An operator takes a lease away. */
@ExtendWith(ContractExtension.class)
final class RevocationContract {

  private static final Duration LONG = Duration.ofSeconds(10);

  private final Arena arena;
  private final LockClient holding;
  private final LockClient operator;
  private final DistributedLock lock;

  RevocationContract(Arena arena) {
    this.arena = arena;
    this.holding = arena.client();
    this.operator = arena.client();
    this.lock = holding.lock(arena.name());
  }

  private RevokeOutcome revoke(long token, RevokeMode mode) throws InterruptedException {
    return operator.revoke(arena.name(), token, mode, LONG);
  }

  @Test
  void lease_isLostAtItsHolder_andTheLockIsFree() throws Exception {
    Lease lease = lock.acquire(LONG);
    AtomicInteger told = new AtomicInteger();
    lease.onLost(told::incrementAndGet);
    LockView.Holder shown = operator.lock(arena.name()).inspect().holders().get(0);
    assertThat(revoke(shown.fencingToken(), RevokeMode.LEASE)).isEqualTo(RevokeOutcome.RELEASED);
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.lossReason()).contains(LossReason.REVOKED);
    await("the listener").untilAsserted(() -> assertThat(told).hasValue(1));
    assertThatThrownBy(lease::close)
        .isInstanceOfSatisfying(
            LockLostException.class,
            lost -> assertThat(lost.reason()).isEqualTo(LossReason.REVOKED))
        .hasMessageContaining("an operator has taken it away");
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void waiter_isServed_withAHigherToken() throws Exception {
    Lease lease = lock.acquire(LONG);
    CompletableFuture<Lease> waiting =
        arena.watch(arena.client().lock(arena.name()).acquireAsync(LONG));
    arena.awaitQueue(1);
    assertThat(revoke(lease.fencingToken(), RevokeMode.LEASE)).isEqualTo(RevokeOutcome.RELEASED);
    try (Lease next = waiting.get(10, TimeUnit.SECONDS)) {
      assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
      assertThat(lease.isHeld()).isFalse();
    }
  }

  @Test
  void ownedByAThread_isToldByItsUnlock_byLockLostException() throws Exception {
    Actor owner = arena.actor();
    owner.does(lock::lock);
    LockView.Holder shown = lock.inspect().holders().get(0);
    assertThat(revoke(shown.fencingToken(), RevokeMode.HOLDER)).isEqualTo(RevokeOutcome.RELEASED);
    assertThat(owner.gets(lock::isHeldByCurrentThread)).isFalse();
    assertThatThrownBy(() -> owner.does(lock::unlock))
        .isInstanceOfSatisfying(
            LockLostException.class,
            lost -> assertThat(lost.reason()).isEqualTo(LossReason.REVOKED));
  }

  @Test
  void waiterOfTheSameClient_isServedByTheStore() throws Exception {
    Lease lease = lock.acquire(LONG);
    CompletableFuture<Lease> waiting = arena.watch(lock.acquireAsync(LONG));
    assertThat(revoke(lease.fencingToken(), RevokeMode.LEASE)).isEqualTo(RevokeOutcome.RELEASED);
    try (Lease next = waiting.get(10, TimeUnit.SECONDS)) {
      assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
      assertThat(next.isHeld()).isTrue();
    }
  }

  @Test
  void leaseThatWasHandedOn_isOver_andItsHolderIsAnother() throws Exception {
    Lease first = lock.acquire(LONG);
    CompletableFuture<Lease> waiting = arena.watch(lock.acquireAsync(LONG));
    first.close();
    Lease second = waiting.get(10, TimeUnit.SECONDS);
    long token = first.fencingToken();
    assertThat(revoke(token, RevokeMode.LEASE)).isEqualTo(RevokeOutcome.HANDED_ON);
    assertThat(second.isHeld()).isTrue();
    assertThat(revoke(token, RevokeMode.HOLDER)).isEqualTo(RevokeOutcome.RELEASED);
    assertThat(second.lossReason()).contains(LossReason.REVOKED);
  }

  @Test
  void tokenOfNobody_isNotHeld() throws Exception {
    Lease lease = lock.acquire(LONG);
    long token = lease.fencingToken();
    assertThat(revoke(token - (1 << 10), RevokeMode.LEASE)).isEqualTo(RevokeOutcome.NOT_HELD);
    assertThat(revoke(token - (1 << 10), RevokeMode.FORCE)).isEqualTo(RevokeOutcome.NOT_HELD);
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertThat(revoke(token, RevokeMode.HOLDER)).isEqualTo(RevokeOutcome.NOT_HELD);
  }

  @Test
  void badArguments_throwIllegalArgumentException() {
    assertThatThrownBy(() -> revoke(0, RevokeMode.LEASE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> operator.revoke("", 1, RevokeMode.LEASE, LONG))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> operator.revoke(arena.name(), 1, RevokeMode.LEASE, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void interruptedOperator_throwsInterruptedException() throws Exception {
    Actor actor = arena.actor();
    assertThatThrownBy(
            () ->
                actor.does(
                    () -> {
                      Thread.currentThread().interrupt();
                      revoke(1, RevokeMode.LEASE);
                    }))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void lostMessage_comesAgainWithTheNextRenewal() throws Exception {
    BadNetwork network = arena.network();
    Lease lease = arena.client(network).lock(arena.name()).acquire(LONG);
    network.faults().spoilMessages(1, 0);
    assertThat(operator.revoke(arena.name(), lease.fencingToken(), RevokeMode.LEASE, Duration.ZERO))
        .isEqualTo(RevokeOutcome.PENDING);
    assertThat(lease.isHeld()).isTrue();
    network.faults().calm();
    await("the renewal").until(() -> !lease.isHeld());
    assertThat(lease.lossReason()).contains(LossReason.REVOKED);
    await("the release").until(() -> !lock.isLocked());
  }

  @Test
  void holderOutOfReach_keepsTheLock_butNotByForce() throws Exception {
    BadNetwork network = arena.network();
    LockClient client =
        arena.client(network.uri(), options -> options.sessionTtl(Duration.ofMinutes(1)));
    Lease lease = client.lock(arena.name()).acquire(LONG);
    long token = lease.fencingToken();
    network.store().disconnect();
    assertThat(operator.revoke(arena.name(), token, RevokeMode.HOLDER, Duration.ofMillis(100)))
        .isEqualTo(RevokeOutcome.PENDING);
    assertThat(operator.lock(arena.name()).tryLock()).isFalse();
    assertThat(revoke(token, RevokeMode.FORCE)).isEqualTo(RevokeOutcome.RELEASED);
    assertThat(lock.tryLock()).isTrue();
    network.store().reconnect();
    await("the holder to be told").until(() -> !lease.isHeld());
    assertThat(lease.lossReason()).contains(LossReason.REVOKED_BY_FORCE);
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();
  }

  @Test
  void askedFirst_thenByForce_isSeenWhileTheActionOnTheLossStillRuns() throws Exception {
    LockClient client =
        arena.client(arena.network().uri(), options -> options.sessionTtl(Duration.ofMinutes(1)));
    Lease lease = client.lock(arena.name()).acquire(LONG);
    long token = lease.fencingToken();
    CompletableFuture<Void> end = new CompletableFuture<>();
    lease.onLost(end::join);
    assertThat(operator.revoke(arena.name(), token, RevokeMode.LEASE, Duration.ofMillis(100)))
        .isEqualTo(RevokeOutcome.PENDING);
    await("the loss").until(() -> lease.lossReason().isPresent());
    assertThat(lease.lossReason()).contains(LossReason.REVOKED);
    assertThat(operator.lock(arena.name()).tryLock()).isFalse();
    assertThat(revoke(token, RevokeMode.FORCE)).isEqualTo(RevokeOutcome.RELEASED);
    await("the holder to be told")
        .until(() -> lease.lossReason().equals(Optional.of(LossReason.REVOKED_BY_FORCE)));
    end.complete(null);
  }

  @Test
  void handedOnMeanwhile_forceTakesWhateverTheHolderHas() throws Exception {
    Lease first = lock.acquire(LONG);
    CompletableFuture<Lease> waiting = arena.watch(lock.acquireAsync(LONG));
    first.close();
    Lease second = waiting.get(10, TimeUnit.SECONDS);
    assertThat(revoke(first.fencingToken(), RevokeMode.FORCE)).isEqualTo(RevokeOutcome.RELEASED);
    await("the holder to be told").until(() -> !second.isHeld());
    assertThat(second.lossReason()).contains(LossReason.REVOKED_BY_FORCE);
  }
}
