package dev.holdfast.benchmarks.contestant;

import java.util.concurrent.locks.Lock;

/** Any library's lock that is a {@link Lock}. */
record PlainLock(Lock lock) implements BenchLock {

  @Override
  @SuppressWarnings("LockNotBeforeTry") // The other half is release().
  public void acquire() {
    lock.lock();
  }

  @Override
  public void release() {
    lock.unlock();
  }
}
