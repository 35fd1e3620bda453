package dev.holdfast.spi;

/**
 * What a store answers to a change of permits, which it may be asked any number of times.
 *
 * @param outcome what the store did
 * @param permits how many permits the semaphore has now; 0 when none are set or the session is gone
 */
public record PermitsAnswer(Outcome outcome, int permits) {

  /** What became of the change. */
  public enum Outcome {
    /** It was made, now or by an earlier call about it. */
    CHANGED,
    /** Permits were set before, and stay. */
    ALREADY_SET,
    /** There would be fewer than none, or more than {@link Integer#MAX_VALUE}; nothing changed. */
    OUT_OF_RANGE,
    /** No permits are set, so that there is nothing to add to or to delete. */
    NOT_SET,
    /** The session has ended. */
    GONE
  }
}
