package dev.holdfast;

/** How a request for a lock ended. */
public enum AcquireOutcome {
  /** The store granted it. */
  STORE,
  /** Another thread of this JVM handed its lease on. */
  LOCAL,
  /** It was not granted within the wait. */
  NOT_ACQUIRED,
  /** The waiting thread was interrupted, or the caller cancelled. */
  CANCELLED,
  /** The store could not be reached, refused, or the client was closed. */
  FAILED
}
