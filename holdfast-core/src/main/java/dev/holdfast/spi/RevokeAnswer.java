package dev.holdfast.spi;

/**
 * What a store answers when a lease is to be taken away, which it may be asked any number of times.
 */
public sealed interface RevokeAnswer {

  /**
   * The holder's client is told, and told again until it acknowledges; until then the resource
   * stays held.
   *
   * @param holder the request that holds
   * @param before whether the same was noted before and is not acknowledged yet
   */
  record Noted(RequestId holder, boolean before) implements RevokeAnswer {}

  /** No live holder has the sequence. */
  record NotHeld() implements RevokeAnswer {}
}
