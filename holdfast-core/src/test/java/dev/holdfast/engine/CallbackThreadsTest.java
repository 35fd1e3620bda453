package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callbacks that never return, and what goes on in spite of them. */
class CallbackThreadsTest {

  private static final String ADDRESS = "memory://CallbackThreadsTest";
  private static final Duration TTL = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger renewals = new AtomicInteger();
  private final LockClient other = LockClient.connect(ADDRESS);

  /** Returns from nothing until the test has ended. */
  private final class Blocking implements LockListener {
    @Override
    public void onAcquire(LockKind kind, String name, AcquireOutcome outcome, Duration waited) {
      block();
    }

    @Override
    public void onRenewal(boolean success, Duration took) {
      block();
    }
  }

  private final class Counting implements LockListener {
    @Override
    public void onRenewal(boolean success, Duration took) {
      renewals.incrementAndGet();
    }
  }

  private void block() {
    try {
      end.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private LockClient client(String name) {
    return LockClient.builder(ADDRESS)
        .sessionTtl(TTL)
        .clientName(name)
        .listener(new Blocking())
        .listener(new Counting())
        .connect();
  }

  private LockClient client(String name, Executor executor) {
    return LockClient.builder(ADDRESS)
        .sessionTtl(TTL)
        .clientName(name)
        .callbackExecutor(executor)
        .listener(new Blocking())
        .listener(new Counting())
        .connect();
  }

  private static long callbackThreads(String client) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("holdfast-callback-" + client + "-"))
        .count();
  }

  private void awaitRenewals(int more) {
    int before = renewals.get();
    await().atMost(LONG).until(() -> renewals.get() >= before + more);
  }

  @AfterEach
  void letThemEnd() {
    end.countDown();
    other.close();
  }

  @Test
  void executorThatRunsOnTheCallingThread_andAListenerThatBlocks_stopNothing() throws Exception {
    try (LockClient client = client("inline", Runnable::run)) {
      DistributedLock lock = client.lock("k");
      try (Lease lease = lock.acquire(LONG)) {
        // More renewals than fit into a TTL: the timer goes on.
        awaitRenewals(6);
        assertThat(lease.isHeld()).isTrue();
      }
      assertThat(other.lock("k").tryLock()).isTrue();
      other.lock("k").unlock();
    }
  }

  @Test
  void executorThatRunsOnTheCallingThread_andADependentThatBlocks_stopNothing() throws Exception {
    try (LockClient client = client("inline-future", Runnable::run)) {
      Lease theirs = other.lock("a").acquire(LONG);
      CompletableFuture<String> thread = new CompletableFuture<>();
      CompletableFuture<Void> done =
          client
              .lock("a")
              .acquireAsync(LONG)
              .thenAccept(
                  lease -> {
                    thread.complete(Thread.currentThread().getName());
                    block();
                    lease.close();
                  });
      theirs.close();
      assertThat(thread.get(LONG.toMillis(), TimeUnit.MILLISECONDS))
          .startsWith("holdfast-callback-inline-future-");
      awaitRenewals(6);
      assertThat(other.lock("a").tryLock()).as("held by the dependent").isFalse();
      client.lock("b").acquire(LONG).close();
      end.countDown();
      done.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void lossActionThatBlocks_keepsNoOtherFromRunning() throws Exception {
    try (LockClient client = client("losses", Runnable::run)) {
      DistributedLock lock = client.lock("k").leaseTime(Duration.ofMillis(50));
      CountDownLatch second = new CountDownLatch(1);
      Lease lease = lock.acquire(LONG);
      lease.onLost(this::block);
      lease.onLost(second::countDown);
      assertThat(second.await(LONG.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    }
  }

  @Test
  void listenerThatBlocks_takesOneThread_howeverMuchHappens() throws Exception {
    try (LockClient client = client("pool")) {
      DistributedLock lock = client.lock("k");
      for (int i = 0; i < 2_000; i++) {
        lock.acquire(LONG).close();
      }
      awaitRenewals(3);
      // One that is blocked, and a few that take turns for the other listener.
      assertThat(callbackThreads("pool")).isBetween(1L, 10L);
    }
  }

  @Test
  void close_waitsForNoCallback_andLeavesNoThreadBehindIt() throws Exception {
    LockClient client = client("closing");
    client.lock("k").acquire(LONG).close();
    await().atMost(LONG).until(() -> callbackThreads("closing") > 0);
    client.close();
    end.countDown();
    await().atMost(Duration.ofSeconds(5)).until(() -> callbackThreads("closing") == 0);
  }
}
