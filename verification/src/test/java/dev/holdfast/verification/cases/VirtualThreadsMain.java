package dev.holdfast.verification.cases;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Runs on a JVM that has virtual threads, which is why they are started by reflection. */
// What a failed test still holds is given back when its client is closed.
@SuppressWarnings("LockNotBeforeTry")
final class VirtualThreadsMain {

  private static final int NAMES = 20;
  private static final int THREADS = 1_000;
  private static final int NEWCOMERS = 10_000;

  private final LockClient client;
  private final AtomicInteger failures = new AtomicInteger();
  private final int[] inside = new int[NAMES];

  private VirtualThreadsMain(LockClient client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws Exception {
    try (LockClient client = LockClient.connect(arguments[0])) {
      VirtualThreadsMain main = new VirtualThreadsMain(client);
      main.lockAndUnlock();
      main.inheritNothing();
      System.out.println("failures " + main.failures.get());
    }
  }

  private static Thread start(Runnable task) throws ReflectiveOperationException {
    Method method = Thread.class.getMethod("startVirtualThread", Runnable.class);
    return (Thread) method.invoke(null, task);
  }

  private void lockAndUnlock() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int name = i % NAMES;
      threads.add(start(() -> work(name)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void work(int name) {
    DistributedLock lock = client.lock("k" + name).leaseTime(Duration.ofSeconds(60));
    try {
      lock.lock();
      // No two of them are here at once, so this needs no other protection.
      inside[name]++;
      LockSupport.parkNanos(5_000_000);
      if (inside[name] != 1 || !lock.isHeldByCurrentThread()) {
        failures.incrementAndGet();
      }
      inside[name]--;
      lock.unlock();
    } catch (RuntimeException e) {
      System.err.println(e);
      failures.incrementAndGet();
    }
  }

  /** A thread that ended without unlocking leaves its lock to nobody. */
  private void inheritNothing() throws Exception {
    start(() -> client.lock("left").lock()).join();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < NEWCOMERS; i++) {
      threads.add(
          start(
              () -> {
                DistributedLock lock = client.lock("left");
                if (lock.isHeldByCurrentThread() || lock.tryLock()) {
                  failures.incrementAndGet();
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
