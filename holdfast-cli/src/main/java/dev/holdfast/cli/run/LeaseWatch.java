package dev.holdfast.cli.run;

import dev.holdfast.Lease;
import dev.holdfast.LossReason;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Decides from the lease when the command must be told to end, and when it must be killed: never
 * later than the lease could be another's.
 *
 * <pre>
 *   SAFE --lost, or no more than the grace is left--> ENDING --time is up--> OVER
 *   SAFE --the clocks say that the machine slept--> DOUBT --store confirms--> SAFE
 *                                                   DOUBT --lost, or no word for a second--> ENDING
 * </pre>
 *
 * <p>The grace is what {@code --kill-after} says, and at most a third of what the lease lasts at
 * least, which is the session's TTL or a shorter lease time: a session never gets below two thirds
 * unless renewal fails, so a healthy lease never looks like one that ends.
 *
 * <p>A lease that an operator has taken away passes on when the action on its loss has returned,
 * which waits for the command's end. So the command has its grace then, within what the lease was
 * seen to last; one that was never seen held may have passed on, and leaves the last moment only,
 * as does one that is then taken by force, for which this looks again and again.
 *
 * <p>Used by the main thread only; the time is handed in.
 */
final class LeaseWatch {

  /** What is to be done about the command. */
  enum Verdict {
    /** Nothing. */
    SAFE,
    /** Send TERM now; told once. */
    TERMINATE,
    /** It was told; wait. */
    ENDING,
    /** Send KILL now. */
    KILL
  }

  /**
   * A lease that is gone already gives no time at all; this much still goes to a command that wants
   * to tidy up, because a TERM with a KILL on its heels could as well not be sent.
   */
  static final Duration LAST_MOMENT = Duration.ofMillis(100);

  /** Kept from the end of the lease, for the time that a kill takes. */
  private static final long KILL_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long DOUBT_MAX_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private enum State {
    SAFE,
    DOUBT,
    ENDING
  }

  private final Lease lease;
  private final long graceNanos;
  private State state = State.SAFE;
  private long doubtSinceNanos;
  private long toldNanos;
  private long killNanos;
  private boolean seenHeld;
  private long seenEndNanos;

  LeaseWatch(Lease lease, Duration killAfter, Duration lasts) {
    this.lease = lease;
    this.graceNanos = Math.min(killAfter.toNanos(), lasts.toNanos() / 3);
  }

  /** Looks at the lease. */
  Verdict look(long nowNanos) {
    long remainingNanos = remainingNanos(nowNanos);
    if (state == State.ENDING) {
      return ending(remainingNanos, nowNanos);
    }
    if (remainingNanos > graceNanos) {
      state = State.SAFE;
      return Verdict.SAFE;
    }
    if (remainingNanos == 0 && lease.lossReason().isEmpty()) {
      if (state == State.SAFE) {
        state = State.DOUBT;
        doubtSinceNanos = nowNanos;
      }
      if (nowNanos - doubtSinceNanos < DOUBT_MAX_NANOS) {
        return Verdict.SAFE;
      }
    }
    state = State.ENDING;
    toldNanos = nowNanos;
    long leftNanos = revoked() && seenHeld ? seenEndNanos - nowNanos : remainingNanos;
    killNanos = nowNanos + Math.min(graceNanos, restNanos(leftNanos));
    return Verdict.TERMINATE;
  }

  private long remainingNanos(long nowNanos) {
    long remainingNanos = lease.remaining().toNanos();
    if (remainingNanos > 0) {
      seenHeld = true;
      seenEndNanos = nowNanos + remainingNanos;
    }
    return remainingNanos;
  }

  private boolean revoked() {
    return lease.lossReason().filter(reason -> reason == LossReason.REVOKED).isPresent();
  }

  private Verdict ending(long remainingNanos, long nowNanos) {
    if (remainingNanos == 0 && !(revoked() && seenHeld)) {
      long lastMomentNanos = toldNanos + LAST_MOMENT.toNanos();
      if (killNanos - lastMomentNanos > 0) {
        killNanos = lastMomentNanos;
      }
    }
    return nowNanos - killNanos >= 0 ? Verdict.KILL : Verdict.ENDING;
  }

  private static long restNanos(long remainingNanos) {
    return Math.max(LAST_MOMENT.toNanos(), remainingNanos - KILL_MARGIN_NANOS);
  }

  /** Whether the command was told to end because of the lease. */
  boolean losing() {
    return state == State.ENDING;
  }

  /** How long until it may be killed. */
  Duration untilKill(long nowNanos) {
    return Duration.ofNanos(Math.max(0, killNanos - nowNanos));
  }

  /** When to look again at the latest. */
  long nanosUntilNextLook(long nowNanos) {
    return switch (state) {
      case SAFE -> Math.max(1, remainingNanos(nowNanos) - graceNanos);
      case DOUBT -> LOOK_AGAIN_NANOS;
      case ENDING -> {
        long untilKillNanos = Math.max(1, killNanos - nowNanos);
        yield revoked() ? Math.min(untilKillNanos, LOOK_AGAIN_NANOS) : untilKillNanos;
      }
    };
  }

  /** Why, for people. */
  String reason() {
    return lease.lossReason().map(LeaseWatch::words).orElse("its validity is nearly over");
  }

  private static String words(LossReason reason) {
    return switch (reason) {
      case EXPIRED -> "its validity ran out";
      case STORE_SAID -> "the store knows nothing of it any more";
      case TAKEN -> "another client holds it";
      case REVOKED -> "an operator has taken it away";
      case REVOKED_BY_FORCE -> "an operator has taken it away by force";
    };
  }
}
