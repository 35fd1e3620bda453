package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Readers that queued behind a writer enter together, of one client or of several. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class C093_readersTogetherTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedReadWriteLock lock;

  C093_readersTogetherTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().readWriteLock(arena.name());
  }

  @Test
  void readersOfSeveralClients_behindAWriter_enterTogether() throws Exception {
    List<LockClient> clients = IntStream.range(0, 5).mapToObj(client -> arena.client()).toList();
    assertAllEnterTogether(
        clients.stream().map(client -> client.readWriteLock(arena.name()).readLock()).toList());
  }

  @Test
  void readersOfOneClient_behindAWriter_enterTogether() throws Exception {
    DistributedLock reading = arena.client().readWriteLock(arena.name()).readLock();
    assertAllEnterTogether(IntStream.range(0, 5).mapToObj(thread -> reading).toList());
  }

  /** Each leaves only when all are in. */
  private void assertAllEnterTogether(List<DistributedLock> readers) throws Exception {
    CyclicBarrier all = new CyclicBarrier(readers.size());
    List<CompletableFuture<Boolean>> reading = new ArrayList<>();
    try (Lease writing = lock.writeLock().acquire(LONG)) {
      for (DistributedLock reader : readers) {
        reading.add(
            arena
                .actor()
                .starts(
                    () -> {
                      reader.lock();
                      try {
                        all.await(10, TimeUnit.SECONDS);
                      } finally {
                        reader.unlock();
                      }
                    }));
      }
      arena.awaitQueue(readers.size());
      assertThat(writing.isHeld()).isTrue();
    }
    for (CompletableFuture<Boolean> one : reading) {
      assertThat(one.get(10, TimeUnit.SECONDS)).isTrue();
    }
  }
}
