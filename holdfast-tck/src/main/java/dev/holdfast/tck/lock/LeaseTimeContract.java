package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Leases that the session keeps, and leases with a bound of their own. */
@ExtendWith(ContractExtension.class)
final class LeaseTimeContract {

  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final LockClient client;
  private final DistributedLock lock;
  private final DistributedLock other;

  LeaseTimeContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.lock = client.lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void withoutLeaseTime_theSessionKeepsItBeyondItsTtl() throws Exception {
    try (Lease lease = lock.acquire(LONG)) {
      long endNanos = System.nanoTime() + Arena.TTL.multipliedBy(2).toNanos();
      await("two times to live to pass")
          .until(
              () -> {
                assertThat(lease.isHeld()).isTrue();
                assertThat(other.remaining()).isPositive();
                return System.nanoTime() - endNanos > 0;
              });
      assertThat(other.tryLock()).isFalse();
    }
  }

  @Test
  void withLeaseTime_itEndsThen_thoughTheSessionLives() throws Exception {
    assertThat(lock.tryLock(Duration.ZERO, SHORT)).isTrue();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(lock.remaining()).isLessThanOrEqualTo(SHORT);
    assertThat(other.tryLock(LONG)).isTrue();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(lock::unlock)
        .isInstanceOfSatisfying(
            LockLostException.class, lost -> assertThat(lost.reason()).isEqualTo(LossReason.TAKEN));
    assertThat(other.isHeldByCurrentThread()).isTrue();
    other.unlock();
    lock.lock();
    lock.unlock();
  }

  @Test
  void leaseTimeThatEnds_isALoss_toldOnce() throws Exception {
    AtomicInteger told = new AtomicInteger();
    Lease lease = lock.leaseTime(SHORT).acquire(LONG);
    lease.onLost(told::incrementAndGet);
    await("the end").until(() -> told.get() == 1);
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.lossReason()).contains(LossReason.EXPIRED);
    assertThatThrownBy(lease::close)
        .isInstanceOfSatisfying(
            LockLostException.class,
            lost -> assertThat(lost.reason()).isEqualTo(LossReason.EXPIRED));
    lease.close();
    AtomicInteger late = new AtomicInteger();
    lease.onLost(late::incrementAndGet);
    await("a late listener").until(() -> late.get() == 1);
    assertThat(told).hasValue(1);
  }

  @Test
  @Needs(Capability.QUEUE)
  void leaseTime_ofARequestThatWaited_countsFromTheGrant() throws Exception {
    other.lock();
    Actor waiter = arena.actor();
    CompletableFuture<Boolean> got = waiter.begins(() -> lock.tryLock(LONG, SHORT));
    arena.awaitQueue(1);
    long startNanos = System.nanoTime();
    await("more than the lease time to pass")
        .until(() -> System.nanoTime() - startNanos > SHORT.multipliedBy(2).toNanos());
    other.unlock();
    assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(other.tryLock(LONG)).isTrue();
    assertThatThrownBy(() -> waiter.does(lock::unlock)).isInstanceOf(LockLostException.class);
    other.unlock();
  }

  @Test
  void leaseTime_onReentry_isIgnored() throws Exception {
    lock.lock();
    assertThat(lock.tryLock(Duration.ZERO, Duration.ofMillis(1))).isTrue();
    assertThat(lock.remaining()).isGreaterThan(Duration.ofMillis(500));
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();
  }

  @Test
  void requireRemaining_tooLittleLeft_throwsLockLostException() throws Exception {
    try (Lease lease = lock.leaseTime(LONG).acquire(LONG)) {
      lease.requireRemaining(Duration.ofMillis(10));
      assertThatThrownBy(() -> lease.requireRemaining(Duration.ofMinutes(1)))
          .isInstanceOf(LockLostException.class)
          .hasMessageContaining(arena.name());
      assertThatThrownBy(() -> lease.requireRemaining(Duration.ofMillis(-1)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void leaseTimeLongerThanTheSession_isKeptByTheSession() throws Exception {
    try (Lease lease = lock.leaseTime(Duration.ofDays(40_000)).acquire(LONG)) {
      assertThat(lease.isHeld()).isTrue();
      assertThat(lease.remaining()).isLessThanOrEqualTo(client.sessionTtl());
    }
  }
}
