package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.extension.ExtendWith;

/** Locks owned by virtual threads, on a JVM that has them. */
@ExtendWith(ContractExtension.class)
@EnabledForJreRange(minVersion = 21)
final class VirtualThreadsContract {

  private static final int THREADS = 500;
  private static final int NAMES = 10;

  private final Arena arena;

  VirtualThreadsContract(Arena arena) {
    this.arena = arena;
  }

  /** By reflection, since the library is built for older JVMs. */
  private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    return (ThreadFactory)
        Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
  }

  @Test
  void manyVirtualThreads_excludeEachOther_andUnlockWhatTheyLocked() throws Exception {
    LockClient client = arena.client();
    ThreadFactory factory = virtualThreads();
    AtomicInteger[] inside = new AtomicInteger[NAMES];
    List<CompletableFuture<Integer>> runs = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      inside[i] = new AtomicInteger();
    }
    for (int i = 0; i < THREADS; i++) {
      int name = i % NAMES;
      DistributedLock lock = client.lock(arena.name() + name);
      CompletableFuture<Integer> done = arena.watch(new CompletableFuture<>());
      runs.add(done);
      factory.newThread(() -> lockOnce(lock, inside[name], done)).start();
    }
    for (CompletableFuture<Integer> run : runs) {
      assertThat(run.get(30, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  private static void lockOnce(
      DistributedLock lock, AtomicInteger inside, CompletableFuture<Integer> done) {
    lock.lock();
    try {
      done.complete(inside.incrementAndGet());
      inside.decrementAndGet();
    } finally {
      lock.unlock();
    }
  }

  @Test
  void endedThreadsHold_isInheritedByNobody() throws Exception {
    LockClient client = arena.client();
    DistributedLock lock = client.lock(arena.name()).leaseTime(Duration.ofSeconds(3));
    ThreadFactory factory = virtualThreads();
    Thread ending = factory.newThread(lock::lock);
    ending.start();
    ending.join();
    AtomicInteger got = new AtomicInteger();
    for (int i = 0; i < 200; i++) {
      Thread next =
          factory.newThread(
              () -> {
                if (lock.isHeldByCurrentThread() || lock.getHoldCount() > 0) {
                  got.incrementAndGet();
                }
              });
      next.start();
      next.join();
    }
    assertThat(got).hasValue(0);
  }
}
