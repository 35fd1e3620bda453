package dev.holdfast.spi;

/**
 * A count-down latch at one moment.
 *
 * <p>A round begins when the count is set, and ends when it has reached zero. Rounds are numbered,
 * and no number is used again for the same name, whatever was lost or deleted in between.
 *
 * @param round the last round that the store knows, and the present one while its count is not
 *     zero; 0 when the store knows nothing of the latch
 * @param unbrokenFrom the first of those rounds of which the store knows that each but the last has
 *     ended by reaching zero; 0 when it knows nothing
 * @param count how often is still to be counted down
 */
public record LatchState(long round, long unbrokenFrom, long count) {

  /** What a store says of a latch that was never set, was deleted, or is forgotten. */
  public static final LatchState NONE = new LatchState(0, 0, 0);

  /** What has become of a round. */
  public enum Standing {
    /** Its count is not zero yet. */
    OPEN,
    /** It has reached zero. */
    ENDED,
    /** The store does not know it: it was deleted, or the store has lost data. */
    LOST
  }

  /**
   * What has become of a round that was seen open.
   *
   * @param seen the round's number
   * @return its standing in this state
   */
  public Standing standingOf(long seen) {
    if (seen == round && count > 0) {
      return Standing.OPEN;
    }
    return unbrokenFrom <= seen && seen <= round ? Standing.ENDED : Standing.LOST;
  }
}
