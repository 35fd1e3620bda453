package dev.holdfast.memory.model;

import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.LatchState;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The last round of a latch, and who awaits its end. Touched by {@link LatchTable} only. */
final class LatchRecord {

  /** How long an ended round is remembered for those who have missed its end. */
  static final Duration ENDED_KEPT = Duration.ofDays(1);

  final ResourceId resource;
  final long round;
  final long unbrokenFrom;

  /** The request that began the round. */
  final RequestId setter;

  private final long total;

  /** The count-downs of the round, by which one that comes again is known. */
  private final Set<RequestId> applied = new HashSet<>();

  private final Map<RequestId, SessionRecord> awaiting = new LinkedHashMap<>();
  private boolean ended;
  private long endNanos;

  LatchRecord(Moment now, LatchRequest.SetCount set, long round, long unbrokenFrom) {
    this.resource = set.latch();
    this.round = round;
    this.unbrokenFrom = unbrokenFrom;
    this.setter = set.id();
    this.total = set.count();
    endIfDone(now);
  }

  LatchState state() {
    return new LatchState(round, unbrokenFrom, ended ? 0 : total - applied.size());
  }

  boolean isOpen() {
    return !ended;
  }

  /** Whether it has ended so long ago that it is not remembered any more. */
  boolean isForgotten(Moment now) {
    return ended && now.until(endNanos + ENDED_KEPT.toNanos()) <= 0;
  }

  void countDown(Moment now, RequestId id) {
    if (!ended) {
      applied.add(id);
      endIfDone(now);
    }
  }

  private void endIfDone(Moment now) {
    if (applied.size() == total) {
      ended = true;
      endNanos = now.nanos();
      applied.clear();
    }
  }

  /** Remembers who awaits the end; the same request of another session takes its place. */
  void await(RequestId id, SessionRecord session) {
    SessionRecord before = awaiting.put(id, session);
    if (before != null) {
      before.awaits.remove(id);
    }
    session.awaits.put(id, this);
  }

  int awaiting() {
    return awaiting.size();
  }

  boolean leave(RequestId id) {
    SessionRecord session = awaiting.remove(id);
    if (session != null) {
      session.awaits.remove(id);
    }
    return session != null;
  }

  /** Those who await, by request; they do no more. */
  Map<RequestId, SessionRecord> takeAwaiting() {
    Map<RequestId, SessionRecord> all = new LinkedHashMap<>(awaiting);
    List.copyOf(awaiting.keySet()).forEach(this::leave);
    return all;
  }
}
