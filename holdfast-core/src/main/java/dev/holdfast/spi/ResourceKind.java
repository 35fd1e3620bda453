package dev.holdfast.spi;

import dev.holdfast.LockKind;

/** What a resource is, which decides where its records live and how many units it has. */
public enum ResourceKind {
  /**
   * A lock, of {@link Request#ALL} units. A mutex and a writer ask for all of them, a reader for
   * one: so they all exclude each other under one name, but for readers among themselves.
   */
  LOCK,
  /** A semaphore: it has as many units as it was given permits by {@link PermitsChange}. */
  SEMAPHORE,
  /** A count-down latch, which has no units: see {@link LatchRequest}. */
  LATCH;

  /**
   * The kind as users know it.
   *
   * @return that of the same name
   */
  public LockKind shown() {
    return LockKind.valueOf(name());
  }
}
