package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The round of a latch that was awaited, or was to be counted down, is not in the store any more
 * and is not known to have reached zero: the latch was deleted, or the store has lost data.
 *
 * <p>Whether all have done what they were to count down for can't be told from the latch.
 */
public final class LatchLostException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, to which latch, and what to do
   * @param latchName the latch concerned
   * @param store the store's address without secrets
   * @param cause the cause, or null
   */
  public LatchLostException(
      String message, String latchName, String store, @Nullable Throwable cause) {
    super(message, latchName, store, cause);
  }
}
