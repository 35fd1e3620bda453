package dev.holdfast.tck;

/** What not every store can do. */
public enum Capability {
  /** Waiters queue in the store and are served in the order in which they came. */
  QUEUE,
  /** A release tells the next waiter by a message, so that nobody needs to ask. */
  HANDOFF_MESSAGE,
  /** A session can be ended behind its client's back: {@link StoreUnderTest#endSession}. */
  END_SESSION,
  /** A lock's record can be taken away behind its holder's back: {@link StoreUnderTest#forget}. */
  FORGET,
  /** Several locks can be asked for in one step: {@code StoreSession.requestTogether}. */
  TOGETHER,
  /** Several requests may hold a resource beside each other: shared locks and semaphores. */
  UNITS,
  /** There are count-down latches. */
  LATCHES
}
