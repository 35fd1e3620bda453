package dev.holdfast.tck.readwrite;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.NotHeldException;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The leases of readers and writers: each its own, with tokens that rise where they exclude. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class ReadWriteLeaseContract {

  private static final Duration SHORT = Duration.ofMillis(600);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedReadWriteLock lock;
  private final DistributedReadWriteLock other;

  ReadWriteLeaseContract(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().readWriteLock(arena.name());
    this.other = arena.client().readWriteLock(arena.name());
  }

  @Test
  void leaseTimeOfAReader_endsItsWaitForAWriter() throws Exception {
    DistributedLock reading = lock.readLock();
    assertThat(reading.tryLock(Duration.ZERO, SHORT)).isTrue();
    assertThat(other.writeLock().tryLock(LONG)).isTrue();
    assertThat(reading.isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(reading::lock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(reading::unlock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(reading::unlock).isInstanceOf(NotHeldException.class);
    other.writeLock().unlock();
  }

  @Test
  void downgradedLease_keepsItsBound() throws Exception {
    assertThat(lock.writeLock().tryLock(Duration.ZERO, Duration.ofSeconds(2))).isTrue();
    lock.readLock().lock();
    lock.writeLock().unlock();
    assertThat(lock.readLock().remaining()).isPositive().isLessThan(Duration.ofSeconds(2));
    assertThat(other.writeLock().tryLock(LONG)).isTrue();
    assertThat(lock.readLock().isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(lock.readLock()::unlock).isInstanceOf(LockLostException.class);
    other.writeLock().unlock();
  }

  @Test
  void downgradeDuringABreak_isMadeAfterTheReconnect() throws Exception {
    BadNetwork network = arena.network();
    DistributedReadWriteLock shaky = arena.client(network).readWriteLock(arena.name());
    Actor owner = arena.actor();
    owner.does(shaky.writeLock()::lock);
    owner.does(shaky.readLock()::lock);
    network.store().disconnect(Duration.ofMillis(300));
    owner.does(shaky.writeLock()::unlock);
    assertThat(other.readLock().tryLock()).isTrue();
    other.readLock().unlock();
    assertThat(other.writeLock().tryLock()).isFalse();
    owner.does(shaky.readLock()::unlock);
  }

  @Test
  void downgradeWithoutAnswer_isReportedByTheNextUnlock() throws Exception {
    BadNetwork network = arena.network();
    DistributedReadWriteLock shaky =
        arena
            .client(network.uri(), options -> options.sessionTtl(Duration.ofMinutes(1)))
            .readWriteLock(arena.name());
    Actor owner = arena.actor();
    owner.does(shaky.writeLock()::lock);
    owner.does(shaky.readLock()::lock);
    network.store().disconnect();
    assertThatThrownBy(() -> owner.does(shaky.writeLock()::unlock))
        .isInstanceOf(ReleaseUnknownException.class);
    assertThat(owner.gets(shaky.writeLock()::isHeldByCurrentThread)).isFalse();
    assertThat(owner.gets(shaky.readLock()::isHeldByCurrentThread)).isTrue();
    network.store().reconnect();
    owner.does(shaky.writeLock()::unlock);
    assertThatThrownBy(() -> owner.does(shaky.writeLock()::unlock))
        .isInstanceOf(NotHeldException.class);
    assertThat(other.readLock().tryLock()).isTrue();
    other.readLock().unlock();
    owner.does(shaky.readLock()::unlock);
    assertThat(other.writeLock().tryLock()).isTrue();
    other.writeLock().unlock();
  }

  @Test
  void tokens_riseOverLeasesThatExcludeEachOther() throws Exception {
    long written = tokenOf(lock.writeLock());
    long highestRead;
    try (Lease first = lock.readLock().acquire(LONG);
        Lease second = other.readLock().acquire(LONG)) {
      assertThat(first.fencingToken()).isGreaterThan(written);
      assertThat(second.fencingToken()).isGreaterThan(written);
      highestRead = Math.max(first.fencingToken(), second.fencingToken());
    }
    long writtenNext = tokenOf(other.writeLock());
    assertThat(writtenNext).isGreaterThan(highestRead);
    assertThat(tokenOf(lock.readLock())).isGreaterThan(writtenNext);
  }

  private static long tokenOf(DistributedLock lock) throws InterruptedException {
    try (Lease lease = lock.acquire(LONG)) {
      return lease.fencingToken();
    }
  }

  @Test
  @Needs(Capability.END_SESSION)
  void endedSession_isALossOfItsReadersOnly() throws Exception {
    BadNetwork network = arena.network();
    DistributedReadWriteLock failing = arena.client(network).readWriteLock(arena.name());
    Actor owner = arena.actor();
    owner.does(failing.readLock()::lock);
    Lease handle = failing.readLock().acquireAsync(LONG).get(10, TimeUnit.SECONDS);
    try (Lease safe = other.readLock().acquire(LONG)) {
      arena.endSessions(network);
      await("the losses")
          .until(
              () ->
                  handle.lossReason().isPresent()
                      && !owner.gets(failing.readLock()::isHeldByCurrentThread));
      assertThat(safe.isHeld()).isTrue();
      assertThatThrownBy(handle::close)
          .isInstanceOfSatisfying(
              LockLostException.class,
              lost -> assertThat(lost.reason()).isEqualTo(LossReason.STORE_SAID));
      assertThatThrownBy(() -> owner.does(failing.readLock()::unlock))
          .isInstanceOf(LockLostException.class);
    }
    assertThat(other.writeLock().tryLock(LONG)).isTrue();
    other.writeLock().unlock();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void lostWriterThatReads_hearsOfItFromBothLocks() throws Exception {
    BadNetwork network = arena.network();
    DistributedReadWriteLock failing = arena.client(network).readWriteLock(arena.name());
    failing.writeLock().lock();
    failing.readLock().lock();
    arena.endSessions(network);
    await("the loss").until(() -> !failing.writeLock().isHeldByCurrentThread());
    assertThat(failing.readLock().isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(failing.readLock()::lock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(failing.writeLock()::unlock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(failing.writeLock()::lock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(failing.readLock()::unlock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(failing.readLock()::unlock).isInstanceOf(NotHeldException.class);
    assertThat(failing.writeLock().tryLock()).isTrue();
    failing.writeLock().unlock();
  }
}
