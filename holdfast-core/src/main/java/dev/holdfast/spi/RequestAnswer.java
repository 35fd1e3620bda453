package dev.holdfast.spi;

import java.time.Duration;

/** What a store answers to a request, which it may be asked any number of times. */
public sealed interface RequestAnswer {

  /**
   * The request holds the resource; the same answer, with the same sequence, as often as it is
   * asked while it does.
   *
   * @param grant the grant
   */
  record Granted(Grant grant) implements RequestAnswer {}

  /**
   * The request waits in the store's queue; a grant comes by {@link SessionListener#onGrant}.
   *
   * @param place its place in the queue, 1 being next; 0 when the store does not tell
   * @param checkAgainIn when to ask again in case that the message is lost: the shortest remaining
   *     time of the present holders
   */
  record Queued(int place, Duration checkAgainIn) implements RequestAnswer {}

  /** Somebody else holds the resource or waits for it, and the request may not wait. */
  record Refused() implements RequestAnswer {}

  /** The session has ended in the store, and with it everything that hung on it. */
  record Gone() implements RequestAnswer {}
}
