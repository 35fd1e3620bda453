package dev.holdfast.spi;

/**
 * How a fencing token is made of the store's sequence and the number of local handoffs since the
 * store's grant: {@code sequence << 10 | handoffs}. Built here and never in a store's script, whose
 * numbers are exact only to 2^53.
 */
public final class Token {

  /** The most local handoffs that one grant can number. */
  public static final int HANDOFFS_MAX = (1 << 10) - 1;

  /** The highest sequence: exact as a double, and room for the handoffs in a long. */
  public static final long SEQUENCE_MAX = (1L << 53) - 1;

  private Token() {}

  /**
   * The token of a lease.
   *
   * @param sequence the grant's sequence, from 1 to {@link #SEQUENCE_MAX}
   * @param handoffs local handoffs since the grant, from 0 to {@link #HANDOFFS_MAX}
   * @return the token
   * @throws IllegalArgumentException if one is out of range
   */
  public static long of(long sequence, int handoffs) {
    if (sequence < 1 || sequence > SEQUENCE_MAX) {
      throw new IllegalArgumentException("Sequence out of range: " + sequence);
    }
    if (handoffs < 0 || handoffs > HANDOFFS_MAX) {
      throw new IllegalArgumentException("Number of handoffs out of range: " + handoffs);
    }
    return sequence << 10 | handoffs;
  }

  /**
   * The sequence of which a token was made.
   *
   * @param token a fencing token
   * @return the grant's sequence
   */
  public static long sequence(long token) {
    return token >>> 10;
  }
}
