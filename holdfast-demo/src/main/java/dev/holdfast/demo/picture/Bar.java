package dev.holdfast.demo.picture;

/**
 * A state that lasts.
 *
 * @param kind which
 * @param from when it began, in seconds
 * @param to when it ended
 * @param label what is written into it
 */
record Bar(Kind kind, double from, double to, String label) {

  enum Kind {
    /** A worker waits for the lock. */
    WAITS,
    /** It believes that it has the lock. */
    BELIEVES,
    /** Its process is stopped. */
    STOPPED,
    /** The store says who has the lock. */
    HOLDER
  }

  boolean covers(double time) {
    return from <= time && time < to;
  }
}
