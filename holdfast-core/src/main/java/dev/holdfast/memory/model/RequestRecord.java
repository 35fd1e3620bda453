package dev.holdfast.memory.model;

import dev.holdfast.LockView.Holder;
import dev.holdfast.LockView.Party;
import dev.holdfast.LockView.Waiter;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A request that waits or holds. Touched by {@link LockSpace} only. */
final class RequestRecord {

  /** Longest bound that a deadline can be compared with: half of the clock's range. */
  private static final Duration LEASE_TIME_MAX = Duration.ofNanos(Long.MAX_VALUE / 2);

  final Request request;
  final SessionRecord session;

  private Instant since;
  private int units;
  private long sequence;
  private boolean bounded;
  private long deadlineNanos;

  RequestRecord(Request request, SessionRecord session, Moment now) {
    this.request = request;
    this.session = session;
    this.since = now.wall();
    this.units = request.units();
  }

  /** How many units it asks for or holds. */
  int units() {
    return units;
  }

  void setUnits(int now) {
    units = now;
  }

  void grant(Moment now, long grantSequence) {
    since = now.wall();
    sequence = grantSequence;
  }

  long sequence() {
    return sequence;
  }

  /** Bounds the lease from now on; only the first bound counts. */
  void bound(Moment now, Duration leaseTime) {
    if (bounded) {
      return;
    }
    bounded = true;
    Duration capped = leaseTime.compareTo(LEASE_TIME_MAX) > 0 ? LEASE_TIME_MAX : leaseTime;
    deadlineNanos = now.nanos() + capped.toNanos();
  }

  /** How long the lease lasts if nobody renews the session; zero when its own bound has passed. */
  Duration remaining(Moment now) {
    long nanos = now.until(session.deadlineNanos);
    if (bounded) {
      nanos = Math.min(nanos, now.until(deadlineNanos));
    }
    return Duration.ofNanos(Math.max(0, nanos));
  }

  Holder asHolder(Moment now) {
    return new Holder(party(), since, remaining(now), Token.of(sequence, 0), units);
  }

  Waiter asWaiter() {
    return new Waiter(party(), Optional.of(since), request.id().value(), units);
  }

  private Party party() {
    return session.description.with(request.thread(), request.note());
  }
}
