package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LeaderElection;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is refused at the door, and what saturates. */
@ExtendWith(ContractExtension.class)
final class ArgumentsContract {

  private static final Duration NEGATIVE = Duration.ofMillis(-1);
  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final Arena arena;
  private final LockClient client;
  private final DistributedLock lock;

  ArgumentsContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.lock = client.lock(arena.name());
  }

  private static void assertRefused(ThrowingCallable... calls) {
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void negativeWait_asDuration_throwsIllegalArgumentException() {
    assertRefused(
        () -> lock.tryLock(NEGATIVE),
        () -> lock.tryLock(NEGATIVE, Duration.ofSeconds(1)),
        () -> lock.acquire(NEGATIVE),
        () -> lock.tryAcquire(NEGATIVE),
        () -> lock.acquireAsync(NEGATIVE),
        () -> lock.run(NEGATIVE, lease -> {}),
        () -> lock.call(NEGATIVE, lease -> 1));
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void leaseTimeNotPositive_throwsIllegalArgumentException() {
    assertRefused(
        () -> lock.tryLock(Duration.ZERO, Duration.ZERO),
        () -> lock.tryLock(Duration.ZERO, NEGATIVE),
        () -> lock.tryLock(0, 0, TimeUnit.SECONDS),
        () -> lock.tryLock(0, -1, TimeUnit.SECONDS),
        () -> lock.leaseTime(Duration.ZERO),
        () -> lock.leaseTime(NEGATIVE));
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void noteTooLong_throwsIllegalArgumentException() {
    lock.note("n".repeat(256));
    assertRefused(() -> lock.note("n".repeat(257)));
  }

  @Test
  void hugeWaitsAndLeaseTimes_countAsTheLongest() throws Exception {
    assertThat(lock.tryLock(FOREVER)).isTrue();
    lock.unlock();
    assertThat(lock.tryLock(Duration.ZERO, FOREVER)).isTrue();
    assertThat(lock.remaining()).isGreaterThan(Duration.ofMillis(500));
    lock.unlock();
    for (TimeUnit unit : List.of(TimeUnit.NANOSECONDS, TimeUnit.MILLISECONDS, TimeUnit.DAYS)) {
      assertThat(lock.tryLock(Long.MAX_VALUE, unit)).isTrue();
      lock.unlock();
      assertThat(lock.tryLock(Long.MAX_VALUE, Long.MAX_VALUE, unit)).isTrue();
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      lock.unlock();
      assertThat(lock.tryLock(Long.MIN_VALUE, unit)).isTrue();
      lock.unlock();
    }
    try (Lease lease = lock.acquire(FOREVER)) {
      assertThat(lease.isHeld()).isTrue();
    }
  }

  private static void assertNullRefused(String argument, ThrowingCallable... calls) {
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(argument);
    }
  }

  @Test
  @SuppressWarnings("NullAway")
  void nulls_throwNullPointerException_thatNamesTheArgument() throws Exception {
    assertNullRefused(
        "wait",
        () -> lock.tryLock((Duration) null),
        () -> lock.acquire(null),
        () -> lock.tryAcquire(null),
        () -> lock.acquireAsync(null),
        () -> lock.run(null, lease -> {}),
        () -> LockClient.builder("memory:").defaultWait(null));
    assertNullRefused(
        "leaseTime", () -> lock.tryLock(Duration.ZERO, null), () -> lock.leaseTime(null));
    assertNullRefused("unit", () -> lock.tryLock(1, null), () -> lock.tryLock(1, 1, null));
    assertNullRefused("note", () -> lock.note(null));
    assertNullRefused("action", () -> lock.run(Duration.ZERO, null));
    assertNullRefused("function", () -> lock.call(Duration.ZERO, null));
    assertNullRefused("uri", () -> LockClient.connect(null), () -> LockClient.builder(null));
    assertNullRefused(
        "name",
        () -> client.lock(null),
        () -> client.fairLock(null),
        () -> client.election(null),
        () -> LockClient.builder("memory:").clientName(null));
    assertNullRefused("ttl", () -> LockClient.builder("memory:").sessionTtl(null));
    assertNullRefused("candidate", () -> client.election("n", null));
    assertNullRefused(
        "members",
        () -> client.multiLock((DistributedLock[]) null),
        () -> client.multiLock((List<DistributedLock>) null));
    assertNullRefused("member", () -> client.multiLock(lock, null));
    assertThat(lock.isLocked()).isFalse();
    try (LeaderElection election = client.election("n")) {
      assertNullRefused("wait", () -> election.tryCampaign(null));
      assertNullRefused("interval", () -> election.observe(null, leader -> {}));
      assertNullRefused("listener", () -> election.observe(null));
    }
    try (Lease lease = lock.acquire()) {
      assertNullRefused("listener", () -> lease.onLost(null));
      assertNullRefused("atLeast", () -> lease.requireRemaining(null));
    }
  }

  @Test
  void sessionTtlOutOfRange_throwsIllegalArgumentException_thatNamesTheUnit() {
    for (Duration ttl :
        List.of(Duration.ofMillis(30), Duration.ZERO, NEGATIVE, Duration.ofHours(2))) {
      assertThatThrownBy(() -> arena.client(options -> options.sessionTtl(ttl)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("500 milliseconds")
          .hasMessageContaining(ttl.toString());
    }
  }

  @Test
  void malformedAddress_throwsIllegalArgumentException() {
    assertRefused(
        () -> LockClient.connect(""),
        () -> LockClient.connect("no scheme"),
        () -> LockClient.connect("unheard-of://somewhere"),
        () -> LockClient.builder(arena.store().uri()).clientName(" "),
        () -> LockClient.builder(arena.store().uri()).defaultWait(NEGATIVE));
  }

  @Test
  void defaultWait_isHowLongAcquireWaits() throws Exception {
    LockClient hasty = arena.client(options -> options.defaultWait(Duration.ZERO));
    try (Lease lease = lock.acquire()) {
      assertThat(hasty.lock(arena.name()).acquireAsync()).failsWithin(Duration.ofSeconds(5));
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void client_tellsWhatItIs() {
    LockClient named =
        arena.client(options -> options.clientName("Ledger").sessionTtl(Duration.ofSeconds(7)));
    assertThat(named.name()).isEqualTo("Ledger");
    assertThat(named.sessionTtl()).isEqualTo(Duration.ofSeconds(7));
    assertThat(arena.store().uri()).startsWith(named.store().substring(0, 4));
    assertThat(named.lock(arena.name()).name()).isEqualTo(arena.name());
  }

  @Test
  void textForms_tellWhatAndWhere() {
    LockClient named = arena.client(options -> options.clientName("Ledger"));
    String store = named.store();
    assertThat(named).hasToString("LockClient[Ledger at " + store + "]");
    assertThat(named.lock("a b")).hasToString("DistributedLock[a b in " + store + "]");
    assertThat(named.lock("x").fair().leaseTime(Duration.ofSeconds(90)).note("private"))
        .hasToString("DistributedLock[x in " + store + ", fair, lease time 90s]");
    named.close();
    assertThat(named).hasToString("LockClient[Ledger at " + store + ", closed]");
  }
}
