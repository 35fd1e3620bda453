package dev.holdfast.spi;

import java.time.Duration;

/** What a store answers to a request, which it may be asked any number of times. */
public sealed interface RequestAnswer {

  /**
   * The request holds its units; the same answer, with the same sequence, as often as it is asked
   * while it does.
   *
   * @param grant the grant
   * @param units how many units it holds now: those that it asked for, those that were free, or
   *     those that {@link StoreSession#shrink} has left it
   */
  record Granted(Grant grant, int units) implements RequestAnswer {

    /**
     * It holds all units.
     *
     * @param grant the grant
     */
    public Granted(Grant grant) {
      this(grant, Request.ALL);
    }
  }

  /**
   * The request waits in the store's queue; a grant comes by {@link SessionListener#onGrant}.
   *
   * @param place its place in the queue, 1 being next; 0 when the store does not tell
   * @param checkAgainIn when to ask again in case that the message is lost: the shortest remaining
   *     time of the present holders, as far as the store has looked at them
   */
  record Queued(int place, Duration checkAgainIn) implements RequestAnswer {}

  /**
   * Not enough units are free, or somebody waits for the resource, and the request may not wait.
   */
  record Refused() implements RequestAnswer {}

  /**
   * The request asks for more permits than the semaphore has, so that waiting is in vain; if it
   * waited before, it does no more.
   *
   * @param capacity how many permits it has
   */
  record TooLarge(int capacity) implements RequestAnswer {}

  /** Nobody has set the permits of the semaphore; if the request waited, it does no more. */
  record NotSet() implements RequestAnswer {}

  /** The session has ended in the store, and with it everything that hung on it. */
  record Gone() implements RequestAnswer {}
}
