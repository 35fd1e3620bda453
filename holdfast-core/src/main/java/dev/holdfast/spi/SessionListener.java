package dev.holdfast.spi;

import java.util.List;
import java.util.Set;

/**
 * What a store tells about a session unasked. Called on the store's threads, one call at a time for
 * a session, in the order of the events; an implementation neither blocks nor runs application
 * code. A message may be lost with a connection: the truth is in the store.
 */
public interface SessionListener {

  /**
   * A queued request was granted. May come twice, and for a request that is finished, which then is
   * to be released.
   *
   * @param id the request
   * @param resource what it holds now
   * @param grant the grant
   */
  void onGrant(RequestId id, ResourceId resource, Grant grant);

  /**
   * Somebody began to wait for what a request of this session holds. Not told about semaphores,
   * whose leases nobody passes on.
   *
   * @param id the holding request
   */
  void onOthersWait(RequestId id);

  /**
   * A queued request waits no more, because its semaphore has fewer permits now than it asks for,
   * or none; or because the store could not keep its grant as safely as was asked for. Whoever asks
   * again about it hears the reason, also if this message was lost.
   *
   * @param id the request
   */
  void onRefused(RequestId id);

  /**
   * A renewal has found that the store does not have some requests which the client had named as
   * held. May come late; what is finished by then is to be ignored.
   *
   * @param missing the requests: their leases are lost
   */
  default void onMissing(Set<RequestId> missing) {}

  /**
   * A round of a latch that this session awaits is over; the store has forgotten that the session
   * awaits it. May come twice, and late.
   *
   * @param id the request that awaits
   * @param round the round
   * @param end how it ended
   */
  void onLatchEnded(RequestId id, long round, LatchEnd end);

  /**
   * An operator takes a lease away from a request of this session. Comes when that is decided, and
   * again with every renewal and every new connection until {@link StoreSession#acknowledge} was
   * answered; also for a request that is finished.
   *
   * @param revocation which lease, and who takes it
   */
  void onRevoked(Revocation revocation);

  /** The connection is lost. Calls fail until {@link #onAttached}; messages may have been lost. */
  void onDetached();

  /**
   * What the session's client holds and waits for: asked when the store process has changed, so
   * that a session which survived proves nothing about a grant that did not. The store then frees
   * everything else of the client.
   *
   * @return every request that is held, waits, or is on its way; not those being released
   */
  List<Known> known();

  /**
   * A new connection is attached and the session is verified on it, which counts as a renewal.
   *
   * @param sentNanos the monotonic time at which the verification was sent; where a renewal has to
   *     be confirmed before it counts, that of the last one which was
   * @param processChanged whether another store process answers than before
   * @param missing known requests, said to be held, that the store does not have: they are lost
   */
  void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing);

  /** The session has ended in the store. Nothing is called after this. */
  void onGone();

  /**
   * A request that the client knows.
   *
   * @param id its id
   * @param resource what it asked for
   * @param held whether it is held; otherwise it waits
   * @param units how many units it may hold at most: fewer than it was granted, if it was to be
   *     shrunk since; {@link Request#ALL} sets no limit
   */
  record Known(RequestId id, ResourceId resource, boolean held, int units) {

    /**
     * A request that was never to be shrunk.
     *
     * @param id its id
     * @param resource what it asked for
     * @param held whether it is held
     */
    public Known(RequestId id, ResourceId resource, boolean held) {
      this(id, resource, held, Request.ALL);
    }
  }
}
