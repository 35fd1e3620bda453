package dev.holdfast.testing.proxy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A fault that waits for its message and strikes once.
 *
 * <pre>
 *   armed --message matches--> sprung
 *   armed --disarm--> disarmed        (sprung --disarm--> no effect)
 * </pre>
 */
public final class Trap {

  /** What a trap does. */
  enum Fault {
    DROP_REQUEST,
    DROP_REPLY,
    DROP_PUSH,
    HOLD_REQUEST,
    CUT_AFTER_REQUEST
  }

  private final Fault fault;
  private final Match match;
  private final After after;
  private final CountDownLatch sprung = new CountDownLatch(1);

  /** Guarded by the lock of {@link Traps}. */
  private int left;

  Trap(Fault fault, Match match, After after) {
    this.fault = fault;
    this.match = match;
    this.after = after;
    this.left = match.nth();
  }

  Fault fault() {
    return fault;
  }

  After after() {
    return after;
  }

  /** Counts a message. Called with the lock of {@link Traps}. Returns whether it is the one. */
  boolean count(@Nullable Request request) {
    if (request != null && !match.filter().test(request)) {
      return false;
    }
    // Below zero when another trap struck at the message that was this one's turn.
    left--;
    return left <= 0;
  }

  void spring() {
    sprung.countDown();
  }

  /**
   * Whether the fault has struck.
   *
   * @return true from then on
   */
  public boolean isSprung() {
    return sprung.getCount() == 0;
  }

  /**
   * Waits until the fault has struck.
   *
   * @param max how long at most
   * @throws AssertionError if its message did not come
   */
  public void awaitSprung(Duration max) {
    try {
      if (!sprung.await(max.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("Waited in vain for " + max + " for " + this);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for " + this, e);
    }
  }

  @Override
  public String toString() {
    return fault + " at " + match;
  }
}
