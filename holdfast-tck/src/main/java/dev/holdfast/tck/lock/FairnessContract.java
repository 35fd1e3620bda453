package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who comes next. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.QUEUE)
final class FairnessContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;

  FairnessContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void fairRequests_areServedInTheOrderInWhichTheyCame_overAllClients() throws Exception {
    List<LockClient> clients = List.of(arena.client(), arena.client(), arena.client());
    DistributedLock held = clients.get(0).fairLock(arena.name());
    held.lock();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      int place = i;
      DistributedLock lock = clients.get(i % clients.size()).fairLock(arena.name());
      waiting.add(
          arena
              .actor()
              .starts(
                  () -> {
                    lock.lock();
                    order.add(place);
                    lock.unlock();
                  }));
      arena.awaitQueue(i + 1);
    }
    held.unlock();
    for (CompletableFuture<Boolean> one : waiting) {
      one.get(10, TimeUnit.SECONDS);
    }
    assertThat(order).containsExactlyElementsOf(IntStream.range(0, 9).boxed().toList());
  }

  @Test
  void threadsOfOneClient_areServedInTheOrderInWhichTheyCame() throws Exception {
    DistributedLock lock = arena.client().lock(arena.name());
    lock.lock();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int place = i;
      Actor actor = arena.actor();
      waiting.add(
          actor.starts(
              () -> {
                lock.lock();
                order.add(place);
                lock.unlock();
              }));
      actor.awaitBlocked();
    }
    lock.unlock();
    for (CompletableFuture<Boolean> one : waiting) {
      one.get(10, TimeUnit.SECONDS);
    }
    assertThat(order).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void fairAndOtherRequests_excludeEachOther() throws Exception {
    DistributedLock plain = arena.client().lock(arena.name());
    DistributedLock fair = arena.client().fairLock(arena.name());
    plain.lock();
    assertThat(fair.tryLock()).isFalse();
    assertThat(fair.tryLock(Duration.ofMillis(50))).isFalse();
    plain.unlock();
    assertThat(fair.tryLock()).isTrue();
    assertThat(plain.tryLock()).isFalse();
    fair.unlock();
  }

  @Test
  void busyThreadsOfOneClient_doNotStarveAnother() throws Exception {
    DistributedLock busy = arena.client().lock(arena.name());
    assertServedBeside(4, busy, arena.client().lock(arena.name()), 20);
  }

  @Test
  void fairWaiterOfTheSameClient_isNotStarvedByItsOtherThreads() throws Exception {
    DistributedLock busy = arena.client().lock(arena.name());
    assertServedBeside(3, busy, busy.fair(), 10);
  }

  /** While threads lock and unlock without a pause, somebody else gets its turn every time. */
  private void assertServedBeside(
      int threads, DistributedLock busy, DistributedLock patient, int rounds) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<CompletableFuture<Boolean>> loops = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
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
      for (int round = 0; round < rounds; round++) {
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
