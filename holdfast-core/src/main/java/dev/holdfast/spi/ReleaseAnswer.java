package dev.holdfast.spi;

/**
 * What a store answers to a release or cancellation, which it may be asked any number of times.
 *
 * @param outcome what the store found
 * @param heldByOther whether another request holds units of the resource after the call; where
 *     several may hold it, also one whose session has ended unnoticed
 */
public record ReleaseAnswer(Outcome outcome, boolean heldByOther) {

  /** What became of the request. */
  public enum Outcome {
    /** It was found, holding or waiting, and is no more. */
    RELEASED,
    /** It was not found; the session is alive. */
    NOT_HOLDING,
    /** It was not found, or had no force any more, because the session has ended. */
    GONE
  }
}
