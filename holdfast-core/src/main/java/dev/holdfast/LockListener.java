package dev.holdfast;

import java.time.Duration;

/**
 * Told of what happens to the locks of a client, for metrics and logs.
 *
 * <p>Called on the client's callback executor, so in no order across locks; an implementation must
 * be thread-safe, and an exception that it throws is logged. All methods do nothing by default.
 */
public interface LockListener {

  /**
   * A request was answered.
   *
   * @param name the lock's name
   * @param outcome how the request ended
   * @param waited how long the caller waited
   */
  default void onAcquire(String name, AcquireOutcome outcome, Duration waited) {}

  /**
   * A lease ended by release.
   *
   * @param name the lock's name
   * @param held how long it was held
   * @param handedOn whether it passed to another thread of this JVM without the store
   */
  default void onRelease(String name, Duration held, boolean handedOn) {}

  /**
   * A lease was lost.
   *
   * @param name the lock's name
   * @param fencingToken its token
   * @param reason why
   */
  default void onLost(String name, long fencingToken, LossReason reason) {}

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
