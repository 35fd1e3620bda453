package dev.holdfast.engine.session;

import dev.holdfast.LossReason;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener.Known;
import java.util.Optional;

/**
 * A request that hangs on a session, as the session sees it.
 *
 * <p>Every method is called without any guard of the session held, on a thread of the store or the
 * timer, and neither blocks nor runs application code.
 */
public interface SessionMember {

  /** The request's id. */
  RequestId id();

  /** What it asks for. */
  ResourceId resource();

  /** The store has pushed a grant for it. */
  void onGrant(Grant grant);

  /** Somebody waits for what it holds. */
  void onOthersWait();

  /** The round of the latch that it awaits is over. */
  void onLatchEnded(long round, LatchEnd end);

  /**
   * An operator takes a lease of it away. May be told any number of times. What has no leases has
   * nothing to give up.
   *
   * @param acknowledge to be run when the store has nothing of the lease any more
   */
  default void onRevoked(Revocation revocation, Runnable acknowledge) {
    acknowledge.run();
  }

  /** The connection is lost: messages may be, too. */
  void onDetached();

  /** There is still no connection; told every few seconds. */
  void onStillDetached();

  /** A new connection works: what has no answer is to be sent again. */
  void onAttached(Phase phase, boolean processChanged);

  /** The session was confirmed after it had been suspect: what was held back may go on. */
  void onConfirmed();

  /** Another store process answers, which does not have it although it was held. */
  void onMissing();

  /** Whether it holds all units of a lock, as far as is known; takes no guard. */
  boolean holdsAll();

  /** A renewal has found that the store does not have it, although it was held then. */
  void onFoundMissing();

  /** The session is over, and everything that hung on it. */
  void onSessionLost(LossReason reason);

  /** The time has come to ask again about it. */
  void askAgain();

  /** What to tell a store whose process has changed; empty when it is being released. */
  Optional<Known> known();

  /** The order in which members send again after a reconnect. */
  enum Phase {
    /** Releases and cancellations. */
    RELEASES,
    /** Requests that wait or have no answer. */
    REQUESTS
  }
}
