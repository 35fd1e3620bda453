package dev.holdfast.benchmarks.contestant;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Holdfast with its defaults. */
final class HoldfastContestant implements Contestant {

  /** A smoke run may share the machine with many others; it matters for the start alone. */
  private static final String PATIENT_START = "?connectTimeout=60s";

  private final LockClient client;
  private final Function<DistributedLock, BenchLock> style;

  private HoldfastContestant(String uri, Function<DistributedLock, BenchLock> style) {
    this.client = LockClient.connect(uri + PATIENT_START);
    this.style = style;
  }

  static Contestant plain(String uri) {
    return new HoldfastContestant(uri, PlainLock::new);
  }

  static Contestant fair(String uri) {
    return new HoldfastContestant(uri, lock -> new PlainLock(lock.fair()));
  }

  static Contestant lease(String uri) {
    return new HoldfastContestant(uri, LeaseLock::new);
  }

  @Override
  public BenchLock lock(String name) {
    return style.apply(client.lock(name));
  }

  @Override
  public void close() {
    client.close();
  }

  private static final class LeaseLock implements BenchLock {

    private final DistributedLock lock;
    private @Nullable Lease lease;

    LeaseLock(DistributedLock lock) {
      this.lock = lock;
    }

    @Override
    public void acquire() {
      try {
        lease = lock.acquire();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while acquiring " + lock.name(), e);
      }
    }

    @Override
    public void release() {
      if (lease == null) {
        throw new IllegalStateException(lock.name() + " was not acquired");
      }
      lease.close();
    }
  }
}
