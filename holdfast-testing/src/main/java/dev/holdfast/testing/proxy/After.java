package dev.holdfast.testing.proxy;

/**
 * What becomes of a connection after one of its messages was dropped. It can't go on as if nothing
 * had happened: TCP never loses a message and delivers the next one, and a client would take the
 * answer to its next request for the answer to the dropped one.
 */
public enum After {

  /** Nothing more arrives in that direction, and the connection stays open: a dead peer. */
  SILENCE,

  /** Both ends see the connection closed at once. */
  CUT
}
