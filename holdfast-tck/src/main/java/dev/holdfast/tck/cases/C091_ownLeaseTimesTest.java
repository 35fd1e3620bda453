package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A reader's lease time is its own: a shorter one does not cut that of another reader. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class C091_ownLeaseTimesTest {

  private static final Duration SHORT = Duration.ofMillis(600);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedReadWriteLock lock;
  private final DistributedReadWriteLock other;

  C091_ownLeaseTimesTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().readWriteLock(arena.name());
    this.other = arena.client().readWriteLock(arena.name());
  }

  @Test
  void leaseTimeOfOneReader_isNotThatOfAnother() throws Exception {
    Lease longer = lock.readLock().leaseTime(LONG).acquire(LONG);
    Lease shorter = other.readLock().leaseTime(SHORT).acquire(LONG);
    CompletableFuture<Lease> writing = arena.watch(other.writeLock().acquireAsync(LONG));
    await("the end of the shorter one").until(() -> !shorter.isHeld());
    assertThat(longer.isHeld()).isTrue();
    assertThat(other.writeLock().tryLock()).isFalse();
    assertThatThrownBy(shorter::close)
        .isInstanceOfSatisfying(
            LockLostException.class,
            lost -> assertThat(lost.reason()).isEqualTo(LossReason.EXPIRED));
    assertThat(writing.isDone()).isFalse();
    longer.close();
    writing.get(10, TimeUnit.SECONDS).close();
  }
}
