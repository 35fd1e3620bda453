package dev.holdfast.testing.history;

/**
 * Something in a history that must not be.
 *
 * @param rule which rule is broken
 * @param message what happened, with the lines of the logs that show it
 */
public record Violation(Rule rule, String message) {

  /** What a history must keep to. */
  public enum Rule {

    /** A log has a line, other than a torn last one, that is no event. */
    READABLE,

    /** A process that was not killed has ended its log. */
    LOG_COMPLETE,

    /** A request ends with exactly one outcome, unless its process was killed. */
    ONE_OUTCOME,

    /** The events of a request follow each other as {@link HistoryLog} says. */
    ORDER,

    /** A lease that was seen lost is never seen held or released afterwards. */
    LOSS_IS_FINAL,

    /** No two leases of a lock are valid at the same moment. */
    EXCLUSION,

    /** No two leases of a lock have the same token, and no token is below 1. */
    TOKEN_UNIQUE,

    /** A later lease of a lock has a higher token. */
    TOKEN_RISING
  }

  @Override
  public String toString() {
    return rule + ": " + message;
  }
}
