package dev.holdfast.benchmarks.driver;

import dev.holdfast.benchmarks.contestant.BenchLock;
import dev.holdfast.benchmarks.measure.Histogram;
import dev.holdfast.benchmarks.measure.Holds;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread's share of a slice. Its fields belong to that thread until it has ended, and then to
 * the one that joined it.
 */
final class Worker implements Runnable {

  private final BenchLock lock;
  private final Workload workload;
  private final long start;
  private final long end;
  private final @Nullable Holds holds;

  final Histogram acquire = new Histogram();
  final Histogram release = new Histogram();
  final Histogram cycle = new Histogram();
  long lastEnd;
  long cpuNanos;
  long allocatedBytes;
  @Nullable Throwable failure;

  Worker(BenchLock lock, Workload workload, long start, long end, @Nullable Holds holds) {
    this.lock = lock;
    this.workload = workload;
    this.start = start;
    this.end = end;
    this.holds = holds;
    this.lastEnd = start;
  }

  @Nullable Holds holds() {
    return holds;
  }

  @Override
  public void run() {
    try {
      pauseUntil(start);
      ThreadUse before = ThreadUse.ofCurrentThread();
      cycles();
      ThreadUse after = ThreadUse.ofCurrentThread();
      cpuNanos = after.cpuNanos() - before.cpuNanos();
      allocatedBytes = after.allocatedBytes() - before.allocatedBytes();
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /** On a busy machine the slice may be over before it has begun; one cycle is done even then. */
  private void cycles() {
    long begin = System.nanoTime();
    do {
      lock.acquire();
      long entry = System.nanoTime();
      long releaseBegin = entry;
      if (workload.holdNanos() > 0) {
        pauseUntil(entry + workload.holdNanos());
        releaseBegin = System.nanoTime();
      }
      lock.release();
      long releaseEnd = System.nanoTime();
      acquire.add(entry - begin);
      release.add(releaseEnd - releaseBegin);
      cycle.add(releaseEnd - begin);
      if (holds != null) {
        holds.add(entry, releaseBegin, releaseEnd);
      }
      lastEnd = releaseEnd;
      begin = releaseEnd;
      if (workload.pauseNanos() > 0) {
        pauseUntil(releaseEnd + workload.pauseNanos());
        begin = System.nanoTime();
      }
    } while (begin - end < 0);
  }

  private static void pauseUntil(long time) {
    for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
