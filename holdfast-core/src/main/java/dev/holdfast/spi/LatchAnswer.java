package dev.holdfast.spi;

/** What a store answers about a latch, which it may be asked any number of times. */
public sealed interface LatchAnswer {

  /**
   * What was asked for is so, by this call or by an earlier one of the same id.
   *
   * @param state the latch after it
   */
  record Applied(LatchState state) implements LatchAnswer {}

  /**
   * This call changed nothing, because the round that it names is not the last one, or because the
   * count can't be set while a round is open.
   *
   * @param state the latch as it is
   */
  record Other(LatchState state) implements LatchAnswer {}

  /** The session has ended in the store; nothing was changed. */
  record Gone() implements LatchAnswer {}
}
