package dev.holdfast;

import java.time.Duration;

/**
 * Told of what happens to the locks of a client, for metrics and logs.
 *
 * <p>Called on the client's callback executor, one event at a time, in the order in which the
 * client noticed them; on changing threads, each call happens-before the next. A listener of
 * several clients must be thread-safe. An exception that it throws is logged. All methods do
 * nothing by default.
 *
 * <p><b>Slow listeners.</b> The client never waits for a listener. While one is behind, up to
 * 16,384 events are kept for it; further ones are dropped, and a warning tells when that begins and
 * how many they were. Locks are not affected. What must not be missed belongs into {@link
 * Lease#onLost}, which is not dropped.
 */
public interface LockListener {

  /**
   * A request was answered.
   *
   * @param kind what was asked for
   * @param name the name of the lock or semaphore
   * @param outcome how the request ended
   * @param waited how long the caller waited
   */
  default void onAcquire(LockKind kind, String name, AcquireOutcome outcome, Duration waited) {}

  /**
   * A lease ended by release.
   *
   * @param kind what was held
   * @param name the name of the lock or semaphore
   * @param held how long it was held
   * @param handedOn whether it passed to another thread of this JVM without the store
   */
  default void onRelease(LockKind kind, String name, Duration held, boolean handedOn) {}

  /**
   * A lease was lost.
   *
   * @param kind what was held
   * @param name the name of the lock or semaphore
   * @param fencingToken its token; for permits it means nothing
   * @param held how long it was held
   * @param reason why
   */
  default void onLost(
      LockKind kind, String name, long fencingToken, Duration held, LossReason reason) {}

  /**
   * An attempt to renew a session ended.
   *
   * @param success whether the store confirmed it
   * @param took how long it took
   */
  default void onRenewal(boolean success, Duration took) {}

  /**
   * A session was lost, and with it every lease that hung on it.
   *
   * @param reason why
   */
  default void onSessionLost(LossReason reason) {}
}
