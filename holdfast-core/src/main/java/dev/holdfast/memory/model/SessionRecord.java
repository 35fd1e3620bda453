package dev.holdfast.memory.model;

import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.Revocation;
import java.util.LinkedHashMap;
import java.util.Map;

/** A session that has not ended. Touched by {@link LockSpace} only. */
final class SessionRecord {

  final String id;
  final Description description;
  final long ttlNanos;

  /** Everything that hangs on the session, holding or waiting. */
  final Map<RequestId, RequestRecord> requests = new LinkedHashMap<>();

  /** The latches that the session awaits. */
  final Map<RequestId, LatchRecord> awaits = new LinkedHashMap<>();

  /** What operators have taken away from the session and its client has not acknowledged. */
  final Map<RequestId, Revocation> revocations = new LinkedHashMap<>();

  long deadlineNanos;

  /** Whether a message to the session has a receiver. */
  boolean listening = true;

  SessionRecord(String id, Description description, long ttlNanos) {
    this.id = id;
    this.description = description;
    this.ttlNanos = ttlNanos;
  }

  void extend(Moment now) {
    deadlineNanos = now.nanos() + ttlNanos;
  }

  boolean hasEnded(Moment now) {
    return now.until(deadlineNanos) <= 0;
  }
}
