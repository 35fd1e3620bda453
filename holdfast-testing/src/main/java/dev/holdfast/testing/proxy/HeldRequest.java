package dev.holdfast.testing.proxy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A request that the proxy keeps back, with all that follows it on its connection, until it is told
 * what to do with it. The connection to the server stays open meanwhile, even when the client's is
 * gone: so a command of an old connection arrives late.
 */
public final class HeldRequest {

  private final Trap trap;
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile boolean discarded;

  HeldRequest(Trap trap) {
    this.trap = trap;
  }

  Trap trap() {
    return trap;
  }

  /**
   * Waits until the request has come.
   *
   * @param max how long at most
   * @throws AssertionError if it did not come
   */
  public void awaitCaught(Duration max) {
    trap.awaitSprung(max);
  }

  /** Sends the request, and what follows it, to the server. */
  public void release() {
    decided.countDown();
  }

  /** Throws the request away, with all that follows it on its connection. */
  public void discard() {
    discarded = true;
    decided.countDown();
  }

  /** Waits for the decision. Runs on the writing thread of the connection. */
  boolean awaitRelease() throws InterruptedException {
    decided.await();
    return !discarded;
  }
}
