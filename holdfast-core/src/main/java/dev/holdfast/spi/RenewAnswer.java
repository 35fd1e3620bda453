package dev.holdfast.spi;

/** What a store answers to a renewal. */
public enum RenewAnswer {
  /** The session lives its full time to live again, counted from when the renewal was sent. */
  RENEWED,
  /** The session has ended; it is never brought back. */
  GONE
}
