package dev.holdfast.cli.run;

import static dev.holdfast.cli.run.LeaseWatch.Verdict.ENDING;
import static dev.holdfast.cli.run.LeaseWatch.Verdict.KILL;
import static dev.holdfast.cli.run.LeaseWatch.Verdict.SAFE;
import static dev.holdfast.cli.run.LeaseWatch.Verdict.TERMINATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LossReason;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseWatchTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private final SettableLease lease = new SettableLease();
  private long nowNanos = -5_000_000_000L; // The monotonic clock may well be negative.

  private LeaseWatch watch(Duration killAfter) {
    return new LeaseWatch(lease, killAfter, TTL);
  }

  /** Time goes on and nothing renews the lease. */
  private void pass(Duration time) {
    nowNanos += time.toNanos();
    Duration left = lease.remaining.minus(time);
    lease.remaining = left.isNegative() ? Duration.ZERO : left;
  }

  @Test
  void renewedLease_isSafe_evenWithALongKillAfter() {
    LeaseWatch watch = watch(Duration.ofMinutes(10));
    lease.remaining = Duration.ofSeconds(20).plusNanos(1); // Just before a renewal at TTL/3.
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    assertThat(watch.losing()).isFalse();
  }

  @Test
  void noRenewal_termKillAfterBeforeTheEnd_killBeforeTheEnd() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    assertThat(watch.nanosUntilNextLook(nowNanos)).isEqualTo(Duration.ofSeconds(25).toNanos());

    pass(Duration.ofSeconds(25));
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    assertThat(watch.losing()).isTrue();
    assertThat(watch.look(nowNanos)).isEqualTo(ENDING);

    pass(Duration.ofNanos(watch.nanosUntilNextLook(nowNanos)));
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
    assertThat(lease.remaining).isPositive();
  }

  @Test
  void renewalComesBackAfterTerm_isTooLate() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    pass(Duration.ofSeconds(26));
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    lease.remaining = TTL;
    assertThat(watch.look(nowNanos)).isEqualTo(ENDING);
    nowNanos += Duration.ofSeconds(5).toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
  }

  @Test
  void lostAtOnce_leavesTheLastMoment() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    lease.remaining = Duration.ZERO;
    lease.lossReason = Optional.of(LossReason.STORE_SAID);
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    assertThat(watch.untilKill(nowNanos)).isEqualTo(LeaseWatch.LAST_MOMENT);
    nowNanos += LeaseWatch.LAST_MOMENT.toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
  }

  private void revoke() {
    lease.remaining = Duration.ZERO;
    lease.lossReason = Optional.of(LossReason.REVOKED);
  }

  @Test
  void revoked_thenByForce_leavesNoMoreThanTheLastMoment() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    revoke();
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    nowNanos += LeaseWatch.LAST_MOMENT.toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(ENDING);
    assertThat(watch.nanosUntilNextLook(nowNanos))
        .isLessThanOrEqualTo(LeaseWatch.LAST_MOMENT.toNanos());
    lease.lossReason = Optional.of(LossReason.REVOKED_BY_FORCE);
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
  }

  @Test
  void revoked_leavesTheGrace_becauseTheLockWaits() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    revoke();
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    assertThat(watch.untilKill(nowNanos)).isEqualTo(Duration.ofSeconds(5));
    nowNanos += Duration.ofSeconds(5).toNanos() - 1;
    assertThat(watch.look(nowNanos)).isEqualTo(ENDING);
    nowNanos += 1;
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
  }

  @Test
  void revoked_withLessThanTheGraceSeen_killsBeforeTheEndThatWasSeen() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    assertThat(watch.nanosUntilNextLook(nowNanos)).isEqualTo(Duration.ofSeconds(25).toNanos());
    nowNanos += Duration.ofSeconds(28).toNanos(); // A look that came late.
    revoke();
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    assertThat(watch.untilKill(nowNanos)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  @Test
  void revoked_beforeItWasSeenHeld_leavesTheLastMoment() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    revoke();
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    assertThat(watch.untilKill(nowNanos)).isEqualTo(LeaseWatch.LAST_MOMENT);
    nowNanos += LeaseWatch.LAST_MOMENT.toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
  }

  @Test
  void revokedWhileEnding_changesNothing() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    pass(Duration.ofSeconds(26));
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    Duration left = watch.untilKill(nowNanos);
    revoke();
    assertThat(watch.look(nowNanos)).isEqualTo(ENDING);
    assertThat(watch.untilKill(nowNanos)).isEqualTo(left);
  }

  @Test
  void lostWhileEnding_shortensTheRest() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    pass(Duration.ofSeconds(26));
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    pass(Duration.ofSeconds(1));
    assertThat(watch.look(nowNanos)).isEqualTo(ENDING);
    lease.remaining = Duration.ZERO;
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
  }

  @Test
  void killAfterZero_killsAtTheNextLook() {
    LeaseWatch watch = watch(Duration.ZERO);
    lease.remaining = Duration.ZERO;
    lease.lossReason = Optional.of(LossReason.EXPIRED);
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
    assertThat(watch.look(nowNanos)).isEqualTo(KILL);
  }

  @Test
  void sleptMachine_waitsForTheStoresWord_atMostASecond() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    lease.remaining = Duration.ZERO; // And no loss reason: in doubt.
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    nowNanos += Duration.ofMillis(999).toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    nowNanos += Duration.ofMillis(1).toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
  }

  @Test
  void sleptMachine_confirmed_isSafeAgain_andMaySleepAgain() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    lease.remaining = Duration.ZERO;
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    lease.remaining = TTL;
    nowNanos += Duration.ofMillis(500).toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    lease.remaining = Duration.ZERO;
    nowNanos += Duration.ofMillis(900).toNanos();
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
  }

  @Test
  void sleptMachine_lost_isTold() {
    LeaseWatch watch = watch(Duration.ofSeconds(5));
    lease.remaining = Duration.ZERO;
    assertThat(watch.look(nowNanos)).isEqualTo(SAFE);
    lease.lossReason = Optional.of(LossReason.EXPIRED);
    assertThat(watch.look(nowNanos)).isEqualTo(TERMINATE);
  }
}
