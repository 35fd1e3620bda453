package dev.holdfast.tck.readwrite;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.LockView;
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

/** Readers together, a writer alone; as threads and as handles. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class ReadWriteContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final LockClient client;
  private final DistributedReadWriteLock lock;
  private final DistributedReadWriteLock other;

  ReadWriteContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.lock = client.readWriteLock(arena.name());
    this.other = arena.client().readWriteLock(arena.name());
  }

  @Test
  void readersOfAllClientsAndThreads_holdItTogether() throws Exception {
    Actor neighbour = arena.actor();
    lock.readLock().lock();
    assertThat(neighbour.gets(() -> lock.readLock().tryLock())).isTrue();
    assertThat(other.readLock().tryLock()).isTrue();
    try (Lease handle = neighbour.gets(() -> other.readLock().acquire(LONG))) {
      assertThat(handle.isHeld()).isTrue();
      assertThat(lock.readLock().isHeldByCurrentThread()).isTrue();
      assertThat(other.readLock().isHeldByCurrentThread()).isTrue();
      assertThat(lock.readLock().inspect().holders())
          .hasSize(4)
          .allSatisfy(holder -> assertThat(holder.units()).isEqualTo(1));
    }
    lock.readLock().unlock();
    neighbour.does(lock.readLock()::unlock);
    other.readLock().unlock();
  }

  @Test
  void writer_excludesReadersAndWriters_andReadersExcludeHim() throws Exception {
    Actor neighbour = arena.actor();
    lock.writeLock().lock();
    assertThat(neighbour.gets(() -> lock.readLock().tryLock())).isFalse();
    assertThat(other.readLock().tryLock()).isFalse();
    assertThat(other.writeLock().tryLock()).isFalse();
    lock.writeLock().unlock();

    other.readLock().lock();
    assertThat(lock.writeLock().tryLock()).isFalse();
    assertThat(neighbour.gets(() -> other.writeLock().tryLock())).isFalse();
    assertThat(lock.writeLock().tryLock(Duration.ofMillis(50))).isFalse();
    other.readLock().unlock();

    assertThat(lock.writeLock().tryLock()).isTrue();
    lock.writeLock().unlock();
  }

  @Test
  void writeLock_isTheLockOfThatName() {
    DistributedLock plain = client.lock(arena.name());
    plain.lock();
    assertThat(lock.writeLock().isHeldByCurrentThread()).isTrue();
    assertThat(other.readLock().tryLock()).isFalse();
    lock.writeLock().lock();
    plain.unlock();
    assertThat(plain.getHoldCount()).isEqualTo(1);
    lock.writeLock().unlock();
    assertThat(lock.name()).isEqualTo(plain.name());
  }

  @Test
  void release_letsTheWriterIn_andThenTheReaders() throws Exception {
    Lease reading = lock.readLock().acquire(LONG);
    Lease alsoReading = other.readLock().acquire(LONG);
    CompletableFuture<Lease> writing = arena.watch(other.writeLock().acquireAsync(LONG));
    arena.awaitQueue(1);
    CompletableFuture<Lease> readingNext = arena.watch(lock.readLock().acquireAsync(LONG));
    arena.awaitQueue(2);
    reading.close();
    assertThat(writing.isDone()).isFalse();
    alsoReading.close();
    Lease written = writing.get(10, TimeUnit.SECONDS);
    assertThat(readingNext.isDone()).isFalse();
    written.close();
    readingNext.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void handles_saySo_whenTheyAreNotAcquired() throws Exception {
    try (Lease writing = other.writeLock().acquire(LONG)) {
      assertThat(lock.readLock().tryAcquire(Duration.ZERO)).isEmpty();
      assertThatThrownBy(() -> lock.readLock().acquire(Duration.ofMillis(50)))
          .isInstanceOf(LockNotAcquiredException.class)
          .hasMessageContaining(arena.name())
          .hasMessageContaining("client-2");
      assertThat(writing.isHeld()).isTrue();
    }
    assertThat(lock.readLock().<Integer, RuntimeException>call(LONG, lease -> 42)).isEqualTo(42);
  }

  @Test
  void readerThatGivesUp_leavesNothing() throws Exception {
    Actor interrupted = arena.actor();
    try (Lease writing = other.writeLock().acquire(LONG)) {
      CompletableFuture<Boolean> stopped = interrupted.starts(lock.readLock()::lockInterruptibly);
      CompletableFuture<Lease> cancelled = arena.watch(lock.readLock().acquireAsync(LONG));
      arena.awaitQueue(2);
      interrupted.interrupt();
      cancelled.cancel(false);
      assertThatThrownBy(() -> stopped.get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
      assertThat(lock.readLock().tryLock(Duration.ofMillis(100))).isFalse();
      arena.awaitQueue(0);
      assertThat(writing.isHeld()).isTrue();
    }
  }

  @Test
  void views_tellReadingFromWriting() throws Exception {
    try (Lease reading = lock.readLock().note("reads").acquire(LONG)) {
      assertThat(other.readLock().isLocked()).isTrue();
      assertThat(other.readLock().remaining()).isPositive();
      assertThat(other.writeLock().isLocked()).isFalse();
      assertThat(other.writeLock().remaining()).isZero();
      assertThat(other.readLock().inspect().holders())
          .singleElement()
          .satisfies(holder -> assertThat(holder.party().note()).isEqualTo("reads"));
      assertThat(reading.isHeld()).isTrue();
    }
    try (Lease writing = lock.writeLock().acquire(LONG)) {
      assertThat(other.writeLock().isLocked()).isTrue();
      assertThat(other.readLock().isLocked()).isTrue();
      assertThat(other.writeLock().inspect().holders())
          .singleElement()
          .satisfies(holder -> assertThat(holder.units()).isEqualTo(LockView.ALL_UNITS));
      assertThat(writing.isHeld()).isTrue();
    }
  }

  @Test
  void readLock_canBeAMemberOfAMultiLock() {
    DistributedLock single = client.lock(arena.name() + "-single");
    DistributedLock both = client.multiLock(single, lock.readLock());
    both.lock();
    assertThat(other.readLock().tryLock()).isTrue();
    other.readLock().unlock();
    assertThat(other.writeLock().tryLock()).isFalse();
    assertThat(lock.readLock().isHeldByCurrentThread()).isTrue();
    both.unlock();
    assertThat(lock.readLock().isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(() -> client.multiLock(lock.readLock(), lock.writeLock()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(arena.name());
  }

  @Test
  void closedClient_givesItsReadersBack() throws Exception {
    LockClient third = arena.client();
    arena.actor().does(third.readWriteLock(arena.name()).readLock()::lock);
    Lease handle = third.readWriteLock(arena.name()).readLock().acquireAsync(LONG).get();
    CompletableFuture<Lease> writing = arena.watch(other.writeLock().acquireAsync(LONG));
    arena.awaitQueue(1);
    third.close();
    writing.get(2, TimeUnit.SECONDS).close();
    await("the handle to be over").until(() -> !handle.isHeld());
  }
}
