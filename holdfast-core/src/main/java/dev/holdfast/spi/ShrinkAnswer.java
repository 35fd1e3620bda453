package dev.holdfast.spi;

/** What a store answers when a request is to hold fewer units. */
public enum ShrinkAnswer {
  /** The request holds as many as it was asked to keep, or held no more than that before. */
  SHRUNK,
  /** The request does not hold the resource. */
  NOT_HOLDING
}
