package dev.holdfast.tck;

import dev.holdfast.spi.ResourceId;
import java.util.List;
import java.util.Set;

/**
 * A running store that the contract suite is to be run against, seen past the library.
 *
 * <p>An implementation has a public constructor without parameters, which starts the store, and is
 * made once for a suite. Its methods may be called by several threads.
 */
public interface StoreUnderTest extends AutoCloseable {

  /** The configuration parameter that names the implementing class. */
  String PARAMETER = "dev.holdfast.tck.store";

  /**
   * The address for clients.
   *
   * @return a URI that {@code LockClient.connect} takes
   */
  String uri();

  /**
   * What the store can do.
   *
   * @return its capabilities
   */
  Set<Capability> capabilities();

  /**
   * What the store keeps for locks: holders, queues, anything that is not documented to stay.
   *
   * @return one text for each record, for people; empty when nothing is left
   */
  List<String> leftovers();

  /**
   * The sessions that live.
   *
   * @return their ids
   */
  List<String> sessions();

  /**
   * Ends a session in the store as if its time to live had passed.
   *
   * @param sessionId the session's id
   */
  void endSession(String sessionId);

  /**
   * Takes the record of a lock away, holder and queue.
   *
   * @param resource the lock
   */
  void forget(ResourceId resource);

  /**
   * Counts the sessions that the store is going to tell when the round of a latch has ended.
   *
   * @param latch the latch
   * @return how many live ones
   */
  default int awaiting(ResourceId latch) {
    throw new UnsupportedOperationException("needed by " + Capability.LATCHES);
  }

  /** Stops the store. */
  @Override
  void close();
}
