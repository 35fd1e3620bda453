package dev.holdfast.demo.worker;

import java.io.IOException;

/** One way to have a lock. For one thread. */
interface Claim extends AutoCloseable {

  /** Waits until it is ours. */
  void acquire() throws InterruptedException;

  /** The fencing token; 0 where there is none. */
  long token();

  /** Whether we still hold it, as far as we can know. */
  boolean believes();

  /** Gives it back, as far as that is possible. */
  void release();

  /** What the web teaches to do after a crash. */
  void clear() throws IOException;

  @Override
  void close();
}
