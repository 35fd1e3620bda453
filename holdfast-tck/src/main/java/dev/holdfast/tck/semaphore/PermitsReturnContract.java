package dev.holdfast.tck.semaphore;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.NotHeldException;
import dev.holdfast.Permits;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Permits are given back: once, in parts, by any thread, or because their holder is gone. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class PermitsReturnContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedSemaphore semaphore;
  private final DistributedSemaphore other;

  PermitsReturnContract(Arena arena) {
    this.arena = arena;
    this.semaphore = arena.client().semaphore(arena.name());
    this.other = arena.client().semaphore(arena.name());
    semaphore.trySetPermits(4);
  }

  @Test
  void permits_areGivenBackByAnyThread() throws Exception {
    Permits two = semaphore.acquire(2);
    arena.actor().does(two::close);
    assertThat(two.isHeld()).isFalse();
    assertThat(two.count()).isZero();
    assertThat(two.remaining()).isZero();
    assertThat(other.availablePermits()).isEqualTo(4);
  }

  @Test
  void part_isGivenBack_andTheRestIsHeldOn() throws Exception {
    Permits all = semaphore.acquire(4);
    CompletableFuture<Permits> waiting = arena.watch(other.acquireAsync(3, LONG));
    await("the waiter").until(() -> semaphore.inspect().queue().size() == 1);
    all.release(1);
    assertThat(all.count()).isEqualTo(3);
    assertThat(waiting.isDone()).isFalse();
    all.release(2);
    assertThat(all.count()).isEqualTo(1);
    assertThat(all.isHeld()).isTrue();
    try (Permits three = waiting.get(10, TimeUnit.SECONDS)) {
      assertThat(three.count()).isEqualTo(3);
      assertThat(semaphore.availablePermits()).isZero();
      assertThatThrownBy(() -> all.release(2))
          .isInstanceOf(NotHeldException.class)
          .hasMessageContaining(arena.name());
      assertThat(all.count()).isEqualTo(1);
      all.release(1);
      assertThat(all.isHeld()).isFalse();
      assertThat(semaphore.availablePermits()).isEqualTo(1);
    }
  }

  @Test
  void numberOfPermitsToGiveBack_isPositive() throws Exception {
    try (Permits two = semaphore.acquire(2)) {
      assertThatThrownBy(() -> two.release(0)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> two.release(-1)).isInstanceOf(IllegalArgumentException.class);
      assertThat(two.count()).isEqualTo(2);
    }
  }

  @Test
  void partsGivenBackByManyThreads_areAllCounted() throws Exception {
    Permits all = semaphore.acquire(4);
    List<CompletableFuture<Boolean>> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(arena.actor().starts(() -> all.release(1)));
    }
    for (CompletableFuture<Boolean> thread : threads) {
      thread.get(10, TimeUnit.SECONDS);
    }
    assertThat(all.count()).isZero();
    assertThatThrownBy(() -> all.release(1)).isInstanceOf(NotHeldException.class);
    assertThat(other.availablePermits()).isEqualTo(4);
  }

  @Test
  void leaseTime_endsThePermits_andOthersGetThem() throws Exception {
    Permits bounded = semaphore.leaseTime(Duration.ofMillis(600)).acquire(3);
    AtomicInteger told = new AtomicInteger();
    bounded.onLost(told::incrementAndGet);
    try (Permits theirs = other.acquire(4, LONG)) {
      assertThat(bounded.isHeld()).isFalse();
      assertThat(theirs.isHeld()).isTrue();
      await("the loss to be told").until(() -> told.get() == 1);
      assertThat(bounded.lossReason()).contains(LossReason.EXPIRED);
      assertThatThrownBy(bounded::close)
          .isInstanceOfSatisfying(
              LockLostException.class,
              lost -> assertThat(lost.reason()).isEqualTo(LossReason.EXPIRED))
          .hasMessageContaining(arena.name());
      bounded.close();
      assertThat(semaphore.availablePermits()).isZero();
    }
    assertThat(semaphore.availablePermits()).isEqualTo(4);
  }

  @Test
  void requireRemaining_tooLittleLeft_throwsLockLostException() throws Exception {
    try (Permits two = semaphore.leaseTime(LONG).acquire(2)) {
      two.requireRemaining(Duration.ofMillis(10));
      assertThatThrownBy(() -> two.requireRemaining(Duration.ofMinutes(1)))
          .isInstanceOf(LockLostException.class)
          .hasMessageContaining(arena.name());
      assertThat(two.isHeld()).isTrue();
    }
  }

  @Test
  @Needs(Capability.END_SESSION)
  void endedSession_givesItsPermitsBack_andTellsTheirHolder() throws Exception {
    BadNetwork network = arena.network();
    DistributedSemaphore failing = arena.client(network).semaphore(arena.name());
    Permits lost = failing.acquire(3);
    AtomicInteger told = new AtomicInteger();
    lost.onLost(told::incrementAndGet);
    arena.endSessions(network);
    try (Permits all = other.acquire(4, LONG)) {
      await("the loss to be told").until(() -> told.get() == 1);
      assertThat(lost.isHeld()).isFalse();
      assertThatThrownBy(lost::release).isInstanceOf(LockLostException.class);
      assertThatThrownBy(lost::release).isInstanceOf(NotHeldException.class);
      assertThat(all.isHeld()).isTrue();
      assertThat(other.availablePermits()).isZero();
    }
  }

  @Test
  void neverMorePermitsAreHeldThanThereAre() throws Exception {
    AtomicInteger held = new AtomicInteger();
    AtomicInteger mostHeld = new AtomicInteger();
    List<CompletableFuture<Boolean>> threads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      DistributedSemaphore used = i % 2 == 0 ? semaphore : other;
      int permits = 1 + i % 3;
      threads.add(
          arena
              .actor()
              .starts(
                  () -> {
                    for (int round = 0; round < 20; round++) {
                      Permits mine = used.acquire(permits, LONG);
                      mostHeld.accumulateAndGet(held.addAndGet(permits), Math::max);
                      held.addAndGet(-permits);
                      if (permits > 1) {
                        mine.release(1);
                      }
                      mine.close();
                    }
                  }));
    }
    for (CompletableFuture<Boolean> thread : threads) {
      thread.get(30, TimeUnit.SECONDS);
    }
    assertThat(mostHeld.get()).isBetween(1, 4);
    assertThat(semaphore.availablePermits()).isEqualTo(4);
  }
}
