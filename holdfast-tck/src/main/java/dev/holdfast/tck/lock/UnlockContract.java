package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.NotHeldException;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.fault.Call;
import dev.holdfast.tck.fault.Fate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a release can end, each told apart by type. */
@ExtendWith(ContractExtension.class)
final class UnlockContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final BadNetwork network;
  private final DistributedLock lock;
  private final DistributedLock other;

  UnlockContract(Arena arena) {
    this.arena = arena;
    this.network = arena.network();
    this.other = arena.client().lock(arena.name());
    this.lock =
        arena
            .client(network.uri(), options -> options.sessionTtl(Duration.ofSeconds(30)))
            .lock(arena.name());
  }

  @Test
  void released_returnsWhenTheLockIsFree() {
    for (int round = 0; round < 20; round++) {
      lock.lock();
      lock.unlock();
      assertThat(other.tryLock()).isTrue();
      other.unlock();
    }
  }

  @Test
  void expired_andNobodyHasIt_throwsLockLostException() throws Exception {
    assertThat(lock.tryLock(Duration.ZERO, Duration.ofMillis(200))).isTrue();
    await("the end of the lease").until(() -> !lock.isHeldByCurrentThread());
    assertThatThrownBy(lock::unlock)
        .hasMessageContaining("Unlock")
        .isInstanceOfSatisfying(
            LockLostException.class,
            lost -> assertThat(lost.reason()).isEqualTo(LossReason.EXPIRED));
  }

  @Test
  void takenByAnother_throwsLockLostException_thatSaysSo() throws Exception {
    assertThat(lock.tryLock(Duration.ZERO, Duration.ofMillis(200))).isTrue();
    assertThat(other.tryLock(LONG)).isTrue();
    assertThatThrownBy(lock::unlock)
        .isInstanceOfSatisfying(
            LockLostException.class, lost -> assertThat(lost.reason()).isEqualTo(LossReason.TAKEN));
    other.unlock();
  }

  @Test
  void notHeld_throwsNotHeldException() {
    assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class);
  }

  @Test
  void storeOutOfReach_throwsReleaseUnknownException_andTheBackgroundGoesOn() {
    lock.lock();
    network.store().disconnect();
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ReleaseUnknownException.class)
        .hasMessageContaining(arena.name());
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    network.store().reconnect();
    await("the background release").until(other::tryLock);
    other.unlock();
  }

  @Test
  void secondUnlockAfterUnknown_joinsTheAttempt_andReportsItsOutcome() throws Exception {
    lock.lock();
    network.store().disconnect();
    assertThatThrownBy(lock::unlock).isInstanceOf(ReleaseUnknownException.class);
    network.store().reconnect();
    lock.unlock();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class);
  }

  @Test
  void lostAnswerToTheRelease_isReleasedAllTheSame() {
    network.faults().next(Call.RELEASE, Fate.ANSWER_LOST);
    lock.lock();
    lock.unlock();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }

  @Test
  void retriedRelease_neverFreesALaterLease() throws Exception {
    lock.lock();
    network.faults().next(Call.RELEASE, Fate.ANSWER_LOST);
    Actor releasing = arena.actor();
    CompletableFuture<Boolean> taken = releasing.begins(() -> other.tryLock(LONG));
    lock.unlock();
    assertThat(taken.get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(releasing.gets(other::isHeldByCurrentThread)).isTrue();
    assertThat(lock.tryLock()).isFalse();
    releasing.does(other::unlock);
  }

  @Test
  void closedLease_reportsOnce() throws Exception {
    Lease lease = lock.acquire(LONG);
    network.store().disconnect();
    assertThatThrownBy(lease::close).isInstanceOf(ReleaseUnknownException.class);
    lease.close();
    network.store().reconnect();
    await("the background release").until(other::tryLock);
    other.unlock();
  }
}
