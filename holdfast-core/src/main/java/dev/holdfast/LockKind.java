package dev.holdfast;

/**
 * What a name stands for in a store. Names of different kinds have nothing to do with each other.
 */
public enum LockKind {
  /** A lock: that of one holder, or of readers and writers. */
  LOCK,
  /** A semaphore. */
  SEMAPHORE,
  /** A count-down latch, which nobody holds. */
  LATCH
}
