package dev.holdfast.tck.readwrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who comes next among readers and writers. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class ReadWriteOrderContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedReadWriteLock lock;
  private final DistributedReadWriteLock other;

  ReadWriteOrderContract(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().readWriteLock(arena.name());
    this.other = arena.client().readWriteLock(arena.name());
  }

  @Test
  void readerBehindAWaitingWriter_waits_alsoBesideReadersOfItsClient() throws Exception {
    Lease reading = lock.readLock().acquire(LONG);
    CompletableFuture<Lease> writing = arena.watch(other.writeLock().acquireAsync(LONG));
    arena.awaitQueue(1);
    assertThat(lock.readLock().tryLock()).isFalse();
    assertThat(other.readLock().tryLock()).isFalse();
    CompletableFuture<Lease> late = arena.watch(lock.readLock().acquireAsync(LONG));
    arena.awaitQueue(2);
    assertThat(late.isDone()).isFalse();
    reading.close();
    writing.get(10, TimeUnit.SECONDS).close();
    late.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void waitingWriterThatGivesUp_letsTheReadersBehindItIn() throws Exception {
    Lease reading = lock.readLock().acquire(LONG);
    CompletableFuture<Lease> writing = arena.watch(other.writeLock().acquireAsync(LONG));
    arena.awaitQueue(1);
    CompletableFuture<Lease> late = arena.watch(lock.readLock().acquireAsync(LONG));
    arena.awaitQueue(2);
    writing.cancel(false);
    late.get(10, TimeUnit.SECONDS).close();
    reading.close();
  }

  @Test
  void busyReaders_doNotStarveAWriter_ofAnyClient() throws Exception {
    for (DistributedReadWriteLock patient : List.of(other, lock)) {
      assertServedBeside(lock.readLock(), patient.writeLock());
    }
  }

  @Test
  void busyWriters_doNotStarveAReader_ofAnyClient() throws Exception {
    for (DistributedReadWriteLock patient : List.of(other, lock)) {
      assertServedBeside(lock.writeLock(), patient.readLock());
    }
  }

  /** While threads lock and unlock without a pause, somebody else gets its turn every time. */
  private void assertServedBeside(DistributedLock busy, DistributedLock patient) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<CompletableFuture<Boolean>> loops = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      loops.add(
          arena
              .actor()
              .starts(
                  () -> {
                    while (!stop.get()) {
                      busy.lock();
                      busy.unlock();
                    }
                  }));
    }
    try {
      for (int round = 0; round < 5; round++) {
        assertThat(patient.tryLock(LONG)).isTrue();
        patient.unlock();
      }
    } finally {
      stop.set(true);
    }
    for (CompletableFuture<Boolean> loop : loops) {
      loop.get(10, TimeUnit.SECONDS);
    }
  }
}
