package dev.holdfast.spi;

import dev.holdfast.DistributedCountDownLatch;

/**
 * What a client asks of a count-down latch.
 *
 * <p>Whatever changes the latch names the round to which it belongs, which the client has learnt
 * before by looking. If that is not the last round any more, nothing is changed: so a command that
 * is sent again, or arrives late, can't hit the next round.
 */
public sealed interface LatchRequest {

  /**
   * The request's own id, never used for another one.
   *
   * @return the id
   */
  RequestId id();

  /**
   * The latch.
   *
   * @return a resource of the kind {@link ResourceKind#LATCH}
   */
  ResourceId latch();

  /**
   * Look. Changes nothing.
   *
   * @param id the request's own id
   * @param latch the latch
   */
  record Look(RequestId id, ResourceId latch) implements LatchRequest {

    /**
     * Refuses what is not a latch.
     *
     * @param id the request's own id
     * @param latch the latch
     */
    public Look {
      check(latch);
    }
  }

  /**
   * Look, and be told once by {@link SessionListener#onLatchEnded} when the present round is over,
   * if there is one. The store remembers the last session that has asked so under this id, until it
   * has told it, the request is taken back by {@link StoreSession#release}, or the session ends.
   *
   * @param id the request's own id
   * @param latch the latch
   */
  record Await(RequestId id, ResourceId latch) implements LatchRequest {

    /**
     * Refuses what is not a latch.
     *
     * @param id the request's own id
     * @param latch the latch
     */
    public Await {
      check(latch);
    }
  }

  /**
   * Begin a round, unless the present one has not ended. A store knows its last round by the id of
   * the request that began it, and does not begin another one for that.
   *
   * @param id the request's own id
   * @param latch the latch
   * @param round the last round, over; 0 if there is none
   * @param count from 0, for a round that ends at once, to {@link
   *     DistributedCountDownLatch#COUNT_MAX}
   */
  record SetCount(RequestId id, ResourceId latch, long round, long count) implements LatchRequest {

    /**
     * Refuses what is not a latch or not a count.
     *
     * @param id the request's own id
     * @param latch the latch
     * @param round the last round
     * @param count the count
     */
    public SetCount {
      check(latch);
      if (round < 0 || count < 0 || count > DistributedCountDownLatch.COUNT_MAX) {
        throw new IllegalArgumentException("Not a round or count: " + round + ", " + count);
      }
    }
  }

  /**
   * Count down once, and never again for the same id in the same round. At zero, who awaits is
   * told.
   *
   * @param id the request's own id
   * @param latch the latch
   * @param round the round, over or not
   */
  record CountDown(RequestId id, ResourceId latch, long round) implements LatchRequest {

    /**
     * Refuses what is not a latch or not a round.
     *
     * @param id the request's own id
     * @param latch the latch
     * @param round the round
     */
    public CountDown {
      check(latch);
      checkPositive(round);
    }
  }

  /**
   * Forget the latch. Who awaits is told.
   *
   * @param id the request's own id
   * @param latch the latch
   * @param round the last round, over or not
   */
  record Delete(RequestId id, ResourceId latch, long round) implements LatchRequest {

    /**
     * Refuses what is not a latch or not a round.
     *
     * @param id the request's own id
     * @param latch the latch
     * @param round the round
     */
    public Delete {
      check(latch);
      checkPositive(round);
    }
  }

  private static void check(ResourceId latch) {
    if (latch.kind() != ResourceKind.LATCH) {
      throw new IllegalArgumentException("Not a latch: " + latch);
    }
  }

  private static void checkPositive(long round) {
    if (round < 1) {
      throw new IllegalArgumentException("Not a round: " + round);
    }
  }
}
