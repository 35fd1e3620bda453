package dev.holdfast.engine.queue;

/**
 * How far a {@link StoreRequest} has come.
 *
 * <pre>
 *   ASKING --queued--> QUEUED --asked again--> (still QUEUED until the answer)
 *     |  '--no answer--> UNSURE --asked again--> (still UNSURE until the answer)
 *     '--granted (by answer, or pushed in any of the three)--> GRANTED
 *                              (HELD_BACK first while the session is suspect)
 *   GRANTED --a part is given back--> SHRINKING --answered--> GRANTED
 *   any of them --withdrawn--> RELEASING --answered--> DONE
 *   ASKING --refused--> DONE          any --session lost, record missing--> DONE
 * </pre>
 */
enum RequestState {
  ASKING,
  QUEUED,
  UNSURE,
  HELD_BACK,
  GRANTED,
  SHRINKING,
  RELEASING,
  DONE;

  /** Whether the store has granted it, and it was not taken back. */
  boolean holds() {
    return this == HELD_BACK || this == GRANTED || this == SHRINKING;
  }

  /** Whether the store may know of it, and a call about it may be due. */
  boolean waits() {
    return this == QUEUED || this == UNSURE || this == SHRINKING;
  }
}
