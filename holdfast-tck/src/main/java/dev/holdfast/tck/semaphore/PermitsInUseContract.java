package dev.holdfast.tck.semaphore;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.LockView;
import dev.holdfast.Permits;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Permits are acquired, waited for, and seen. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class PermitsInUseContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final LockClient client;
  private final DistributedSemaphore semaphore;
  private final DistributedSemaphore other;

  PermitsInUseContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.semaphore = client.semaphore(arena.name());
    this.other = arena.client().semaphore(arena.name());
    semaphore.trySetPermits(3);
  }

  private void awaitQueue(int count) {
    await("a queue of " + count).until(() -> semaphore.inspect().queue().size() == count);
  }

  @Test
  void permits_areHeldTogether_untilThereAreNone() throws Exception {
    try (Permits one = semaphore.acquire();
        Permits two = other.acquire(2)) {
      assertThat(one.count()).isEqualTo(1);
      assertThat(two.count()).isEqualTo(2);
      assertThat(List.of(one, two)).allMatch(Permits::isHeld);
      assertThat(one.name()).isEqualTo(arena.name());
      assertThat(one.remaining()).isPositive().isLessThanOrEqualTo(Arena.TTL);
      assertThat(semaphore.availablePermits()).isZero();
      assertThat(semaphore.tryAcquire()).isEmpty();
      assertThat(other.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
      one.close();
      assertThat(other.availablePermits()).isEqualTo(1);
    }
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void oneThread_mayHoldPermitsSeveralTimes() throws Exception {
    try (Permits first = semaphore.acquire();
        Permits second = semaphore.acquire();
        Permits third = semaphore.tryAcquire().orElseThrow()) {
      assertThat(List.of(first, second, third)).allMatch(Permits::isHeld);
    }
  }

  @Test
  void waiter_isServedByARelease() throws Exception {
    Permits all = semaphore.acquire(3);
    CompletableFuture<Permits> waiting = arena.watch(other.acquireAsync(2, LONG));
    awaitQueue(1);
    assertThat(waiting.isDone()).isFalse();
    all.close();
    try (Permits two = waiting.get(10, TimeUnit.SECONDS)) {
      assertThat(two.count()).isEqualTo(2);
      assertThat(semaphore.availablePermits()).isEqualTo(1);
    }
  }

  @Test
  void requestForMany_isNotOvertakenByOnesForFew() throws Exception {
    Permits one = semaphore.acquire();
    CompletableFuture<Permits> many = arena.watch(other.acquireAsync(3, LONG));
    awaitQueue(1);
    assertThat(semaphore.tryAcquire()).isEmpty();
    assertThat(semaphore.drainPermits()).isEmpty();
    CompletableFuture<Permits> few = arena.watch(semaphore.acquireAsync(1, LONG));
    awaitQueue(2);
    assertThat(few.isDone()).isFalse();
    one.close();
    Permits all = many.get(10, TimeUnit.SECONDS);
    assertThat(few.isDone()).isFalse();
    all.close();
    few.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void requestForManyThatGivesUp_letsTheOthersIn() throws Exception {
    Permits two = semaphore.acquire(2);
    CompletableFuture<Permits> many = arena.watch(other.acquireAsync(3, LONG));
    awaitQueue(1);
    CompletableFuture<Permits> few = arena.watch(semaphore.acquireAsync(1, LONG));
    awaitQueue(2);
    many.cancel(false);
    few.get(10, TimeUnit.SECONDS).close();
    two.close();
  }

  @Test
  void drainPermits_takesWhatIsFree() throws Exception {
    try (Permits one = other.acquire()) {
      Optional<Permits> rest = semaphore.drainPermits();
      assertThat(rest).map(Permits::count).contains(2);
      assertThat(semaphore.drainPermits()).isEmpty();
      assertThat(semaphore.availablePermits()).isZero();
      rest.orElseThrow().close();
      assertThat(semaphore.availablePermits()).isEqualTo(2);
      assertThat(one.isHeld()).isTrue();
    }
  }

  @Test
  void notAcquired_saysHowManyAreHeld() throws Exception {
    try (Permits all = semaphore.acquire(3)) {
      assertThatThrownBy(() -> other.acquire(2, Duration.ofMillis(50)))
          .isInstanceOf(LockNotAcquiredException.class)
          .hasMessageContaining(arena.name())
          .hasMessageContaining("of 3 in all 3 are held");
      CompletableFuture<Permits> late = other.acquireAsync(1, Duration.ofMillis(50));
      assertThatThrownBy(() -> late.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(LockNotAcquiredException.class);
      assertThat(all.isHeld()).isTrue();
    }
  }

  @Test
  void waiterThatGivesUp_leavesNothing() throws Exception {
    Actor interrupted = arena.actor();
    try (Permits all = other.acquire(3)) {
      CompletableFuture<Permits> stopped = interrupted.begins(() -> semaphore.acquire(2, LONG));
      CompletableFuture<Permits> cancelled = arena.watch(semaphore.acquireAsync());
      awaitQueue(2);
      interrupted.interrupt();
      cancelled.cancel(false);
      assertThatThrownBy(() -> stopped.get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
      awaitQueue(0);
      assertThat(all.isHeld()).isTrue();
    }
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void inspect_showsHoldersAndWaiters_withTheirUnits() throws Exception {
    try (Permits two = semaphore.note("a note").acquire(2)) {
      CompletableFuture<Permits> waiting = arena.watch(other.acquireAsync(3, LONG));
      awaitQueue(1);
      LockView view = other.inspect();
      assertThat(view.capacity()).isEqualTo(3);
      assertThat(view.holders())
          .singleElement()
          .satisfies(
              holder -> {
                assertThat(holder.units()).isEqualTo(2);
                assertThat(holder.party().note()).isEqualTo("a note");
              });
      assertThat(view.queue())
          .singleElement()
          .satisfies(waiter -> assertThat(waiter.units()).isEqualTo(3));
      waiting.cancel(false);
      assertThat(two.isHeld()).isTrue();
    }
  }

  @Test
  void lockOfTheSameName_isAnotherThing() throws Exception {
    try (Permits all = semaphore.acquire(3);
        Lease lease = client.lock(arena.name()).acquire(LONG)) {
      assertThat(all.isHeld()).isTrue();
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void closedClient_givesItsPermitsBack() throws Exception {
    LockClient third = arena.client();
    Permits theirs = third.semaphore(arena.name()).acquire(3);
    CompletableFuture<Permits> waiting = arena.watch(other.acquireAsync(2, LONG));
    awaitQueue(1);
    third.close();
    waiting.get(2, TimeUnit.SECONDS).close();
    await("theirs to be over").until(() -> !theirs.isHeld());
  }

  @Test
  void numbersThatMeanNothing_throwIllegalArgumentException() {
    List<ThrowingCallable> calls =
        List.of(
            () -> semaphore.acquire(0),
            () -> semaphore.acquire(-1, LONG),
            () -> semaphore.acquire(1, Duration.ofMillis(-1)),
            () -> semaphore.tryAcquire(0),
            () -> semaphore.tryAcquire(0, LONG),
            () -> semaphore.acquireAsync(0),
            () -> semaphore.trySetPermits(-1),
            () -> semaphore.leaseTime(Duration.ZERO));
    assertThat(calls)
        .allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class));
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  @SuppressWarnings("NullAway")
  void nulls_throwNullPointerException_thatNamesTheArgument() throws Exception {
    assertNullRefused("name", () -> client.semaphore(null));
    assertNullRefused("name", () -> client.readWriteLock(null));
    assertNullRefused("wait", () -> semaphore.acquire(1, null));
    assertNullRefused("wait", () -> semaphore.tryAcquire(1, null));
    assertNullRefused("wait", () -> semaphore.acquireAsync(1, null));
    assertNullRefused("leaseTime", () -> semaphore.leaseTime(null));
    assertNullRefused("note", () -> semaphore.note(null));
    try (Permits one = semaphore.acquire()) {
      assertNullRefused("listener", () -> one.onLost(null));
      assertNullRefused("atLeast", () -> one.requireRemaining(null));
    }
  }

  private static void assertNullRefused(String argument, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(argument);
  }
}
