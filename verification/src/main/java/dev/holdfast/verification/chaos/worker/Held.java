package dev.holdfast.verification.chaos.worker;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.testing.history.HistoryLog;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A lock that the thread has got, in either style.
 *
 * @param token its fencing token, or {@link HistoryLog#UNKNOWN_TOKEN}
 * @param isHeld whether it is still held
 * @param release gives it back
 * @param lossesTold how often its listener was told of the loss
 */
record Held(long token, BooleanSupplier isHeld, Runnable release, AtomicInteger lossesTold) {

  static Held byThread(DistributedLock lock) {
    return new Held(
        HistoryLog.UNKNOWN_TOKEN, lock::isHeldByCurrentThread, lock::unlock, new AtomicInteger());
  }

  static Held byHandle(Lease lease) {
    AtomicInteger told = new AtomicInteger();
    lease.onLost(told::incrementAndGet);
    return new Held(lease.fencingToken(), lease::isHeld, lease::close, told);
  }

  boolean tokenKnown() {
    return token != HistoryLog.UNKNOWN_TOKEN;
  }
}
