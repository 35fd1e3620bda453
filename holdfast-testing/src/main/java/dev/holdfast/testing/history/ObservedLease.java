package dev.holdfast.testing.history;

/**
 * A lease as its process has seen it.
 *
 * <p>It was certainly valid from {@code enterNanos} to {@code lastValidNanos}: at the latter moment
 * it was still to be asked whether it is held, or to be released, and the answer was yes. What lies
 * behind that moment proves nothing, since the process may have been stopped there.
 *
 * @param lock name of the lock
 * @param token fencing token, or {@link HistoryLog#UNKNOWN_TOKEN}
 * @param requestNanos before it was asked for
 * @param enterNanos after it was got
 * @param enterSource the line that says so
 * @param lastValidNanos last moment at which it was certainly valid
 * @param lastValidSource the line that says so
 * @param confirmed whether there was such a moment; if not, nothing is known of the validity
 */
record ObservedLease(
    String lock,
    long token,
    long requestNanos,
    long enterNanos,
    String enterSource,
    long lastValidNanos,
    String lastValidSource,
    boolean confirmed) {

  boolean tokenKnown() {
    return token != HistoryLog.UNKNOWN_TOKEN;
  }

  @Override
  public String toString() {
    return "token %d (%s to %s)".formatted(token, enterSource, lastValidSource);
  }
}
