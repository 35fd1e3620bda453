package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A lease that was taken away passes on when its holder has ended the work under it. */
@ExtendWith(ContractExtension.class)
final class RevokedWorkContract {

  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration TTL = Duration.ofMinutes(1);

  private final Arena arena;
  private final LockClient operator;
  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch worked = new CountDownLatch(1);

  RevokedWorkContract(Arena arena) {
    this.arena = arena;
    this.operator = arena.client();
  }

  @AfterEach
  void endTheWork() {
    worked.countDown();
  }

  /** A lease whose holder has work to end when it is lost. */
  private Lease acquire(Duration ttl) throws InterruptedException {
    return acquire(arena.client(options -> options.sessionTtl(ttl)));
  }

  private Lease acquire(LockClient client) throws InterruptedException {
    Lease lease = client.lock(arena.name()).acquire(LONG);
    lease.onLost(
        () -> {
          told.countDown();
          endWork();
        });
    return lease;
  }

  private void endWork() {
    try {
      worked.await();
    } catch (InterruptedException e) {
      throw new AssertionError("Nobody interrupts a callback", e);
    }
  }

  private RevokeOutcome revoke(Lease lease, Duration wait) throws InterruptedException {
    return operator.revoke(arena.name(), lease.fencingToken(), RevokeMode.LEASE, wait);
  }

  private void revokeWhileItWorks(Lease lease) throws InterruptedException {
    assertThat(revoke(lease, Duration.ZERO)).isEqualTo(RevokeOutcome.PENDING);
    assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.lossReason()).contains(LossReason.REVOKED);
  }

  @Test
  void lossActions_endBeforeTheLockPassesOn() throws Exception {
    Lease lease = acquire(TTL);
    CompletableFuture<Lease> waiting =
        arena.watch(arena.client().lock(arena.name()).acquireAsync(LONG));
    arena.awaitQueue(1);
    revokeWhileItWorks(lease);
    // To be told again is no reason to hurry.
    assertThat(revoke(lease, Duration.ofMillis(50))).isEqualTo(RevokeOutcome.PENDING);
    assertThat(waiting).isNotDone();
    worked.countDown();
    waiting.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void lossActionThatHangs_holdsTheLockUp_forHalfOfTheTtlAtMost() throws Exception {
    Lease lease = acquire(Duration.ofSeconds(1));
    assertThat(revoke(lease, LONG)).isEqualTo(RevokeOutcome.RELEASED);
    assertThat(worked.getCount()).isEqualTo(1);
  }

  @Test
  void close_passesTheLockOn_whateverTheLossActionsDo() throws Exception {
    Lease lease = acquire(TTL);
    revokeWhileItWorks(lease);
    assertThatThrownBy(lease::close).isInstanceOf(LockLostException.class);
    await("the release").until(() -> !operator.lock(arena.name()).isLocked());
  }

  @Test
  void force_passesTheLockOn_whateverTheLossActionsDo() throws Exception {
    Lease lease = acquire(TTL);
    revokeWhileItWorks(lease);
    assertThat(operator.revoke(arena.name(), lease.fencingToken(), RevokeMode.FORCE, LONG))
        .isEqualTo(RevokeOutcome.RELEASED);
    assertThat(operator.lock(arena.name()).isLocked()).isFalse();
  }

  @Test
  void waiterOfTheSameClient_isServedAfterTheLossActions() throws Exception {
    LockClient client = arena.client(options -> options.sessionTtl(TTL));
    Lease lease = acquire(client);
    CompletableFuture<Lease> waiting = arena.watch(client.lock(arena.name()).acquireAsync(LONG));
    revokeWhileItWorks(lease);
    assertThat(waiting).isNotDone();
    worked.countDown();
    waiting.get(10, TimeUnit.SECONDS).close();
  }
}
