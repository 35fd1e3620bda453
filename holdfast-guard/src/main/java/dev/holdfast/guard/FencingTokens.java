package dev.holdfast.guard;

import java.util.regex.Pattern;

/**
 * Fencing tokens as text, and what counts as one.
 *
 * <p>A token is a positive {@code long}, above 2^53 as a rule. So it travels as decimal text, in
 * JSON too: a program that reads it as a floating-point number rounds it, and tokens of different
 * leases become equal.
 */
public final class FencingTokens {

  private static final Pattern DECIMAL = Pattern.compile("[1-9][0-9]{0,18}");

  private FencingTokens() {}

  /**
   * Reads a token, from a header say.
   *
   * @param text decimal digits without sign, blanks or leading zeros
   * @return the token
   * @throws IllegalArgumentException if it is none
   */
  public static long parse(String text) {
    if (DECIMAL.matcher(text).matches()) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException tooHigh) {
        // Nineteen digits can be more than a long; told below.
      }
    }
    String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    throw new IllegalArgumentException(
        "A fencing token is a decimal number from 1 to "
            + Long.MAX_VALUE
            + "; this is '"
            + shown
            + "'");
  }

  /**
   * Refuses what can't be a token.
   *
   * @param token a number
   * @return the same number
   * @throws IllegalArgumentException if it is not positive
   */
  public static long requireToken(long token) {
    if (token <= 0) {
      throw new IllegalArgumentException("A fencing token is positive; this is " + token);
    }
    return token;
  }
}
