package dev.holdfast.tck.semaphore;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CapacityExceededException;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Permits;
import dev.holdfast.PermitsNotSetException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How many permits there are: set, changed, forgotten, and what that means for who waits. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class CapacityContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final DistributedSemaphore semaphore;
  private final DistributedSemaphore other;

  CapacityContract(Arena arena) {
    this.arena = arena;
    this.semaphore = arena.client().semaphore(arena.name());
    this.other = arena.client().semaphore(arena.name());
  }

  private CompletableFuture<Permits> waiterFor(int permits) {
    int before = semaphore.inspect().queue().size();
    CompletableFuture<Permits> waiting = arena.watch(other.acquireAsync(permits, LONG));
    await("the waiter").until(() -> semaphore.inspect().queue().size() == before + 1);
    return waiting;
  }

  @Test
  void semaphoreThatIsNotSet_saysSoAtOnce() {
    List<ThrowingCallable> calls =
        List.of(
            semaphore::acquire,
            () -> semaphore.acquire(2, LONG),
            semaphore::tryAcquire,
            () -> semaphore.tryAcquire(1, LONG),
            semaphore::drainPermits,
            semaphore::availablePermits,
            () -> semaphore.addPermits(1));
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(PermitsNotSetException.class)
                    .hasMessageContaining(arena.name())
                    .hasMessageContaining("trySetPermits"));
    assertThatThrownBy(() -> semaphore.acquireAsync().get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(PermitsNotSetException.class);
    assertThat(semaphore.delete()).isFalse();
  }

  @Test
  void number_isSetOnce_forAllClients_andStays() throws Exception {
    assertThat(semaphore.trySetPermits(2)).isTrue();
    assertThat(other.trySetPermits(5)).isFalse();
    assertThat(other.availablePermits()).isEqualTo(2);
    other.acquire(2).close();
    assertThat(arena.client().semaphore(arena.name()).availablePermits()).isEqualTo(2);
  }

  @Test
  void permitsAdded_serveThoseWhoWait() throws Exception {
    semaphore.trySetPermits(1);
    try (Permits one = semaphore.acquire()) {
      CompletableFuture<Permits> waiting = waiterFor(1);
      assertThat(semaphore.addPermits(2)).isEqualTo(3);
      waiting.get(10, TimeUnit.SECONDS).close();
      assertThat(one.isHeld()).isTrue();
    }
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void permitsTakenAway_areNotTakenFromHolders_butGrantedToNobodyElse() throws Exception {
    semaphore.trySetPermits(3);
    Permits two = semaphore.acquire(2);
    Permits one = other.acquire();
    assertThat(semaphore.addPermits(-2)).isEqualTo(1);
    assertThat(semaphore.availablePermits()).isEqualTo(-2);
    assertThat(List.of(one, two)).allMatch(Permits::isHeld);
    one.close();
    assertThat(other.tryAcquire()).isEmpty();
    two.release(1);
    assertThat(other.tryAcquire()).isEmpty();
    two.close();
    other.acquire().close();
  }

  @Test
  void moreThanThereAreInAll_isRefusedAtOnce() {
    semaphore.trySetPermits(2);
    List<ThrowingCallable> calls =
        List.of(
            () -> semaphore.acquire(3),
            () -> semaphore.tryAcquire(3),
            () -> semaphore.tryAcquire(Integer.MAX_VALUE, LONG));
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(CapacityExceededException.class)
                    .hasMessageContaining(arena.name())
                    .hasMessageContaining("2 permits in all"));
    assertThat(semaphore.availablePermits()).isEqualTo(2);
  }

  @Test
  void whoWaitsForMoreThanAreLeft_isRefused_andOthersAreServed() throws Exception {
    semaphore.trySetPermits(3);
    Permits two = semaphore.acquire(2);
    CompletableFuture<Permits> many = waiterFor(3);
    CompletableFuture<Permits> few = waiterFor(1);
    semaphore.addPermits(-1);
    assertThatThrownBy(() -> many.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CapacityExceededException.class);
    two.close();
    few.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void deletedSemaphore_refusesWhoWaits_andCanBeSetAgain() throws Exception {
    semaphore.trySetPermits(1);
    Permits one = semaphore.acquire();
    CompletableFuture<Permits> waiting = waiterFor(1);
    assertThat(other.delete()).isTrue();
    assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(PermitsNotSetException.class);
    assertThat(one.isHeld()).isTrue();
    assertThat(semaphore.trySetPermits(2)).isTrue();
    assertThat(semaphore.availablePermits()).isEqualTo(1);
    one.close();
    semaphore.acquire(2).close();
  }

  @Test
  void changesOverABreakingConnection_areMadeOnceEach() throws Exception {
    BadNetwork network = arena.network();
    DistributedSemaphore shaky = arena.client(network).semaphore(arena.name());
    semaphore.trySetPermits(1);
    CompletableFuture<Boolean> changes =
        arena
            .actor()
            .starts(
                () -> {
                  for (int i = 0; i < 25; i++) {
                    shaky.addPermits(1);
                  }
                });
    await("all changes")
        .pollInterval(Duration.ofMillis(40))
        .until(
            () -> {
              network.store().disconnect(Duration.ofMillis(5));
              return changes.isDone();
            });
    changes.get(1, TimeUnit.SECONDS);
    assertThat(semaphore.availablePermits()).isEqualTo(26);
  }

  @Test
  void numberOutOfRange_isRefused_andChangesNothing() {
    semaphore.trySetPermits(2);
    assertThatThrownBy(() -> semaphore.addPermits(-3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(arena.name());
    assertThatThrownBy(() -> semaphore.addPermits(Integer.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(semaphore.addPermits(0)).isEqualTo(2);
    assertThat(semaphore.addPermits(-2)).isZero();
    assertThatThrownBy(semaphore::tryAcquire).isInstanceOf(CapacityExceededException.class);
  }
}
