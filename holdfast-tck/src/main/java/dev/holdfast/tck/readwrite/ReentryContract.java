package dev.holdfast.tck.readwrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.NotHeldException;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a thread may do that owns one of the two locks: reentry, downgrade, and no upgrade. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class ReentryContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final LockClient client;
  private final DistributedLock reading;
  private final DistributedLock writing;
  private final DistributedReadWriteLock other;

  ReentryContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.reading = client.readWriteLock(arena.name()).readLock();
    this.writing = client.readWriteLock(arena.name()).writeLock();
    this.other = arena.client().readWriteLock(arena.name());
  }

  private void assertCounts(int read, int write) {
    assertThat(reading.getHoldCount()).isEqualTo(read);
    assertThat(reading.isHeldByCurrentThread()).isEqualTo(read > 0);
    assertThat(writing.getHoldCount()).isEqualTo(write);
    assertThat(writing.isHeldByCurrentThread()).isEqualTo(write > 0);
  }

  /** What another client finds: whether it could read, and whether it could write. */
  private void assertOthers(boolean mayRead, boolean mayWrite) {
    assertThat(other.readLock().tryLock()).isEqualTo(mayRead);
    if (mayRead) {
      other.readLock().unlock();
    }
    assertThat(other.writeLock().tryLock()).isEqualTo(mayWrite);
    if (mayWrite) {
      other.writeLock().unlock();
    }
  }

  @Test
  void reading_isReentrant_alsoBeforeAWaitingWriter() throws Exception {
    reading.lock();
    CompletableFuture<Lease> waiting = arena.watch(other.writeLock().acquireAsync(LONG));
    arena.awaitQueue(1);
    reading.lock();
    assertThat(reading.tryLock()).isTrue();
    assertCounts(3, 0);
    reading.unlock();
    reading.unlock();
    assertCounts(1, 0);
    assertThat(waiting.isDone()).isFalse();
    reading.unlock();
    assertCounts(0, 0);
    waiting.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void unlockingTheWriteLockFirst_goesOnReading() throws Exception {
    writing.lock();
    writing.lock();
    reading.lock();
    CompletableFuture<Lease> nextReader = arena.watch(other.readLock().acquireAsync(LONG));
    arena.awaitQueue(1);
    writing.unlock();
    assertThat(nextReader.isDone()).isFalse();
    writing.unlock();
    assertCounts(1, 0);
    nextReader.get(10, TimeUnit.SECONDS).close();
    assertOthers(true, false);
    assertThatThrownBy(writing::unlock).isInstanceOf(NotHeldException.class);
    reading.unlock();
    assertCounts(0, 0);
    assertOthers(true, true);
  }

  @Test
  void downgrade_letsNoWriterInBetween_whereverItWaits() throws Exception {
    Actor neighbour = arena.actor();
    writing.lock();
    reading.lock();
    CompletableFuture<Lease> elsewhere = arena.watch(other.writeLock().acquireAsync(LONG));
    arena.awaitQueue(1);
    CompletableFuture<Boolean> here = neighbour.starts(writing::lock);
    neighbour.awaitBlocked();
    writing.unlock();
    arena.awaitQueue(2);
    assertThat(elsewhere.isDone()).isFalse();
    assertThat(here.isDone()).isFalse();
    assertCounts(1, 0);
    reading.unlock();
    elsewhere.get(10, TimeUnit.SECONDS).close();
    here.get(10, TimeUnit.SECONDS);
    neighbour.does(writing::unlock);
  }

  @Test
  void downgradedThread_mayReadAgain_andWriteAfterItHasUnlocked() throws Exception {
    writing.lock();
    reading.lock();
    writing.unlock();
    reading.lock();
    assertCounts(2, 0);
    assertThatThrownBy(() -> writing.tryLock(LONG)).isInstanceOf(ReentrantWaitException.class);
    reading.unlock();
    reading.unlock();
    assertThat(writing.tryLock()).isTrue();
    writing.unlock();
  }

  @Test
  void writerThatIsAnotherThread_simplyWaits() throws Exception {
    Actor writer = arena.actor();
    reading.lock();
    CompletableFuture<Boolean> got = writer.starts(writing::lock);
    arena.awaitQueue(1);
    assertThat(got.isDone()).isFalse();
    reading.unlock();
    got.get(10, TimeUnit.SECONDS);
    writer.does(writing::unlock);
  }

  @Test
  void readLockOfAnotherThread_canNotBeUnlocked() throws Exception {
    Actor thief = arena.actor();
    reading.lock();
    assertThatThrownBy(() -> thief.does(reading::unlock))
        .isInstanceOf(NotHeldException.class)
        .hasMessageContaining(arena.name());
    assertThatThrownBy(writing::unlock).isInstanceOf(NotHeldException.class);
    assertCounts(1, 0);
    reading.unlock();
    assertThatThrownBy(reading::unlock).isInstanceOf(NotHeldException.class);
  }

  @Test
  void handle_insideOfAThreadsLock_isRefused_becauseHandlesAreNotReentrant() throws Exception {
    writing.lock();
    assertThatThrownBy(() -> reading.acquire(LONG)).isInstanceOf(ReentrantWaitException.class);
    assertThat(reading.tryAcquire(Duration.ZERO)).isEmpty();
    writing.unlock();
    reading.lock();
    assertThatThrownBy(() -> reading.acquire(LONG)).isInstanceOf(ReentrantWaitException.class);
    reading.unlock();
  }
}
