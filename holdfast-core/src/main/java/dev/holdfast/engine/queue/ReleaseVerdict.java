package dev.holdfast.engine.queue;

import dev.holdfast.spi.ReleaseAnswer;

/** What a store's answer to a release means for the one who released. */
final class ReleaseVerdict {

  private ReleaseVerdict() {}

  /**
   * Reads an answer. "Not holding" to a release that was sent before means that the earlier one did
   * it, as long as the session lives and the same store process answers. A bound that ran out is
   * found by the lease itself, before it is released.
   *
   * @param answer the store's answer
   * @param shared whether others may hold the same beside it, and so have taken nothing
   * @param sentBefore whether an earlier call stayed without an answer
   * @param processChanged whether another store process answers than held the grant
   */
  static ReleaseOutcome of(
      ReleaseAnswer answer, boolean shared, boolean sentBefore, boolean processChanged) {
    ReleaseOutcome lost =
        answer.heldByOther() && !shared ? ReleaseOutcome.TAKEN : ReleaseOutcome.EXPIRED;
    return switch (answer.outcome()) {
      case RELEASED -> ReleaseOutcome.RELEASED;
      case NOT_HOLDING -> {
        if (!sentBefore) {
          yield lost;
        }
        yield processChanged ? ReleaseOutcome.UNKNOWN : ReleaseOutcome.RELEASED;
      }
      case GONE -> sentBefore ? ReleaseOutcome.UNKNOWN : lost;
    };
  }
}
