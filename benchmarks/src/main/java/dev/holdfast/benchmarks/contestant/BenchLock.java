package dev.holdfast.benchmarks.contestant;

/** The two calls that are timed. The thread that acquires is the one that releases. */
public interface BenchLock {

  /** Acquires, waiting as long as it takes, with renewal on where the library has it. */
  void acquire();

  /** Releases, and returns when the library says that it is done. */
  void release();
}
