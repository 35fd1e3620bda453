package dev.holdfast.engine.queue;

/** What became of a lease that was given back. */
public enum ReleaseOutcome {
  /** The store has confirmed that it was held until then and is free of it now. */
  RELEASED,
  /** The store has confirmed that a part of it was given back; the rest is held on. */
  SHRUNK,
  /** It passed to another thread of this JVM. */
  HANDED_ON,
  /** It had ended before, and nobody holds the lock. */
  EXPIRED,
  /** It had ended before, and somebody else holds the lock. */
  TAKEN,
  /** The session ended before the store had answered. */
  UNKNOWN
}
