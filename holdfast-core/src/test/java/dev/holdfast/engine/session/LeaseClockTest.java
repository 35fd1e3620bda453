package dev.holdfast.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The monotonic clock of these tests wraps around on purpose: it starts just below the maximum. */
class LeaseClockTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private final ManualTime time = new ManualTime();
  private final LeaseClock clock = new LeaseClock(time, TTL, time.nanos(), time.wallMillis());

  @Test
  void fresh_isValidForLessThanTheTtl() {
    long remaining = clock.remainingNanos(time.nanos());
    assertThat(Duration.ofNanos(remaining)).isBetween(Duration.ofSeconds(29), TTL.minusMillis(300));
  }

  @Test
  void unrenewed_runsOutBeforeTheStoresTtl() {
    time.pass(TTL.minusMillis(300));
    assertThat(clock.remainingNanos(time.nanos())).isNotPositive();
  }

  @Test
  void confirmed_countsFromTheSending() {
    time.pass(Duration.ofSeconds(10));
    long sent = time.nanos();
    long sentWall = time.wallMillis();
    time.pass(Duration.ofSeconds(5));
    long before = clock.remainingNanos(time.nanos());
    assertThat(clock.confirm(sent, sentWall)).isTrue();
    assertThat(clock.remainingNanos(time.nanos()) - before)
        .isEqualTo(Duration.ofSeconds(10).toNanos());
  }

  @Test
  void confirmedLate_neverShortens() {
    long early = time.nanos();
    long earlyWall = time.wallMillis();
    time.pass(Duration.ofSeconds(10));
    clock.confirm(time.nanos(), time.wallMillis());
    long remaining = clock.remainingNanos(time.nanos());
    assertThat(clock.confirm(early, earlyWall)).isFalse();
    assertThat(clock.remainingNanos(time.nanos())).isEqualTo(remaining);
  }

  @Test
  void halfOfTheTtlWithoutConfirmation_isStale() {
    time.pass(TTL.dividedBy(2).minusNanos(1));
    assertThat(clock.stale(time.nanos())).isFalse();
    time.pass(Duration.ofNanos(1));
    assertThat(clock.stale(time.nanos())).isTrue();
    clock.confirm(time.nanos(), time.wallMillis());
    assertThat(clock.stale(time.nanos())).isFalse();
  }

  @Test
  void suspended_isDoubtfulUntilConfirmed() {
    assertThat(clock.doubtful()).isFalse();
    time.suspend(Duration.ofSeconds(2));
    assertThat(clock.doubtful()).isTrue();
    clock.confirm(time.nanos() + 1, time.wallMillis());
    assertThat(clock.doubtful()).isFalse();
  }

  @Test
  void wallClockSteppedBack_changesNothing() {
    time.suspend(Duration.ofHours(-1));
    assertThat(clock.doubtful()).isFalse();
    assertThat(clock.remainingNanos(time.nanos())).isPositive();
  }

  @Test
  void shortTtl_keepsMostOfItsValidity() {
    Duration ttl = Duration.ofMillis(500);
    LeaseClock small = new LeaseClock(time, ttl, time.nanos(), time.wallMillis());
    assertThat(Duration.ofNanos(small.remainingNanos(time.nanos())))
        .isBetween(Duration.ofMillis(450), Duration.ofMillis(490));
  }
}
