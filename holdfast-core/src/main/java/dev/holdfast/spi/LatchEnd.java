package dev.holdfast.spi;

/** How the round of a latch ended. */
public enum LatchEnd {
  /** Its count reached zero. */
  COUNTED_DOWN,
  /** The latch was deleted. */
  DELETED
}
