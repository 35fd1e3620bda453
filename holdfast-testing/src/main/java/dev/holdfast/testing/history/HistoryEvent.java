package dev.holdfast.testing.history;

/**
 * One line of a history.
 *
 * @param source log and line number, for reports; the log is named after its process
 * @param nanos moment on the monotonic clock of the machine, see {@link HistoryLog}
 * @param kind what happened
 * @param thread the thread
 * @param lock name of the lock
 * @param request number of the request within the client
 * @param token fencing token, 0 where there is none, or {@link HistoryLog#UNKNOWN_TOKEN}
 * @param detail outcome of a request or of a release, or empty
 */
public record HistoryEvent(
    String source,
    long nanos,
    Kind kind,
    String thread,
    String lock,
    long request,
    long token,
    String detail) {

  /** What happened. */
  public enum Kind {

    /** A thread is about to ask for the lock. */
    REQUEST,

    /** The request has ended, in one of the ways of {@link Outcome}. */
    OUTCOME,

    /** The thread has got a lease; the moment is after the call has returned. */
    ENTER,

    /** The lease says that it is held; the moment is before the question. */
    HELD,

    /** The lease says that it is lost. */
    LOST,

    /** The lease was given back; the moment is before the call, the detail an {@link Ending}. */
    LEAVE,

    /** The process has ended in an orderly way; nothing follows. */
    END
  }

  /** How a request ended. */
  public enum Outcome {
    GRANTED,
    NOT_IN_TIME,
    INTERRUPTED,
    UNREACHABLE,
    CANCELLED,
    FAILED
  }

  /** How a release ended. */
  public enum Ending {

    /** The store has confirmed it: the lease was held until then. */
    RELEASED,

    /** The lease was lost before. */
    LOST,

    /** Nobody knows. */
    UNKNOWN
  }
}
