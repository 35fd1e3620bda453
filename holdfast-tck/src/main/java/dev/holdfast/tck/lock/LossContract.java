package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.NotHeldException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What happens when a session ends without its client's will. */
@ExtendWith(ContractExtension.class)
final class LossContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedLock other;

  LossContract(Arena arena) {
    this.arena = arena;
    this.other = arena.client().lock(arena.name());
  }

  @Test
  @Needs(Capability.END_SESSION)
  void endedSession_isALossOfAllItsLeases_toldOnce() throws Exception {
    BadNetwork network = arena.network();
    LockClient client = arena.client(network);
    AtomicInteger told = new AtomicInteger();
    Lease first = client.lock(arena.name()).acquire(LONG);
    Lease second = client.lock(arena.name() + "-second").acquire(LONG);
    first.onLost(told::incrementAndGet);
    second.onLost(told::incrementAndGet);
    arena.endSessions(network);
    await("both losses").until(() -> told.get() == 2);
    assertThat(first.isHeld()).isFalse();
    assertThat(first.lossReason()).contains(LossReason.STORE_SAID);
    assertThatThrownBy(first::close).isInstanceOf(LockLostException.class);
    assertThatThrownBy(second::close).isInstanceOf(LockLostException.class);
    assertThat(told).hasValue(2);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void lostHold_isCountedDownByUnlocks_thatThrowLockLostException() throws Exception {
    BadNetwork network = arena.network();
    DistributedLock lock = arena.client(network).lock(arena.name());
    lock.lock();
    lock.lock();
    arena.endSessions(network);
    await("the loss").until(() -> !lock.isHeldByCurrentThread());
    assertThat(lock.getHoldCount()).isEqualTo(2);
    assertThatThrownBy(lock::lock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(lock::tryLock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(LockLostException.class)
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining(arena.name());
    assertThat(lock.getHoldCount()).isEqualTo(1);
    assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class);
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void waiterWhoseSessionEnds_waitsOnWithAFreshOne() throws Exception {
    BadNetwork network = arena.network();
    DistributedLock lock = arena.client(network).lock(arena.name());
    other.lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.starts(lock::lock);
    arena.awaitQueue(1);
    arena.endSessions(network);
    await("a fresh place in the queue")
        .until(() -> network.store().sessions().size() == 1 && arena.queueSize() == 1);
    other.unlock();
    assertThat(got.get(10, TimeUnit.SECONDS)).isTrue();
    waiter.does(lock::unlock);
  }

  @Test
  void shortDisconnection_isSurvived() throws Exception {
    BadNetwork network = arena.network();
    Lease lease = arena.client(network).lock(arena.name()).acquire(LONG);
    network.store().disconnect(Arena.TTL.dividedBy(4));
    long startNanos = System.nanoTime();
    await("a time to live to pass")
        .until(
            () -> {
              assertThat(lease.isHeld()).isTrue();
              return System.nanoTime() - startNanos > Arena.TTL.toNanos();
            });
    lease.close();
  }

  @Test
  void longDisconnection_isALoss_beforeAnyoneElseGetsTheLock() throws Exception {
    BadNetwork network = arena.network();
    Lease lease = arena.client(network).lock(arena.name()).acquire(LONG);
    AtomicInteger told = new AtomicInteger();
    lease.onLost(told::incrementAndGet);
    network.store().disconnect();
    assertThat(other.tryLock(LONG)).isTrue();
    assertThat(lease.isHeld()).isFalse();
    await("the loss to be told").until(() -> told.get() == 1);
    assertThat(lease.lossReason()).contains(LossReason.EXPIRED);
    network.store().reconnect();
    assertThatThrownBy(lease::close).isInstanceOf(LockLostException.class);
    assertThat(other.isHeldByCurrentThread()).isTrue();
    assertThat(other.remaining()).isPositive();
    other.unlock();
    assertThat(told).hasValue(1);
  }

  @Test
  void storeThatLostItsData_saysWhatIsMissing() throws Exception {
    BadNetwork network = arena.network();
    LockClient client = arena.client(network);
    Lease lease = client.lock(arena.name()).acquire(LONG);
    network.store().loseData(1);
    await("the loss").until(() -> !lease.isHeld());
    assertThat(lease.lossReason()).contains(LossReason.STORE_SAID);
    assertThatThrownBy(lease::close).isInstanceOf(LockLostException.class);
    try (Lease again = client.lock(arena.name()).acquire(LONG)) {
      assertThat(again.fencingToken()).isGreaterThan(lease.fencingToken());
    }
  }

  @Test
  void storeThatKeptItsData_keepsTheLease() throws Exception {
    BadNetwork network = arena.network();
    Lease lease = arena.client(network).lock(arena.name()).acquire(LONG);
    network.store().loseData(0);
    assertThat(other.tryLock(Duration.ofSeconds(1))).isFalse();
    assertThat(lease.isHeld()).isTrue();
    lease.close();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void run_whoseLeaseIsLost_throwsLockLostException() {
    BadNetwork network = arena.network();
    DistributedLock lock = arena.client(network).lock(arena.name());
    assertThatThrownBy(
            () ->
                lock.run(
                    LONG,
                    lease -> {
                      arena.endSessions(network);
                      await("the loss").until(() -> !lease.isHeld());
                    }))
        .isInstanceOf(LockLostException.class);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void interruptOnLoss_interruptsTheOwner() throws Exception {
    BadNetwork network = arena.network();
    DistributedLock lock =
        arena.client(network.uri(), options -> options.interruptOnLoss(true)).lock(arena.name());
    Actor owner = arena.actor();
    owner.does(lock::lock);
    CompletableFuture<Boolean> work =
        owner.starts(() -> new java.util.concurrent.Semaphore(0).acquire());
    owner.awaitBlocked();
    arena.endSessions(network);
    assertThatThrownBy(() -> work.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThatThrownBy(() -> owner.does(lock::unlock)).isInstanceOf(LockLostException.class);
  }
}
