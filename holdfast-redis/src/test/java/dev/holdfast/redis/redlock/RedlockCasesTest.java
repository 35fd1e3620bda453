package dev.holdfast.redis.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Failures that users of other Redlocks have met, over three servers. */
@SuppressWarnings("LockNotBeforeTry")
class RedlockCasesTest {

  private static Nodes nodes;

  @BeforeAll
  static void start() {
    nodes = Nodes.start(3);
  }

  @AfterAll
  static void stop() {
    nodes.close();
  }

  private static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  private static void pausing(int... paused) {
    for (int node : paused) {
      nodes.get(node).pause();
    }
  }

  private static void resuming(int... paused) {
    for (int node : paused) {
      nodes.get(node).resume();
    }
  }

  @Test
  void c111_lateAnswer_leavesNothingBehind() {
    try (LockClient a = nodes.connect("&nodeTimeout=100ms");
        LockClient b = nodes.connect("")) {
      a.lock("warm").lock();
      a.lock("warm").unlock();
      pausing(1, 2);
      try {
        assertThatThrownBy(() -> a.lock("c111").tryLock()).hasMessageContaining("no quorum");
      } finally {
        resuming(1, 2);
      }
      await().pollInSameThread().until(() -> b.lock("c111").tryLock());
      b.lock("c111").unlock();
      await().until(() -> nodes.holding("c111") == 0);
    }
  }

  @Test
  void c113_slowNode_doesNotDelayTheTruth() throws Exception {
    try (LockClient a = nodes.connect("&ttl=2s")) {
      Lease lease = a.lock("c113").leaseTime(Duration.ofSeconds(1)).acquire(Duration.ZERO);
      long startNanos = System.nanoTime();
      pausing(2);
      try {
        assertThat(lease.isHeld()).isTrue();
        assertThat(millisSince(startNanos)).isLessThan(500);
        await().until(() -> !lease.isHeld());
        assertThat(millisSince(startNanos)).isLessThan(1_500);
      } finally {
        resuming(2);
      }
    }
  }

  @Test
  void c115_deadNode_eatsNoWait() throws Exception {
    try (LockClient a = nodes.connect("&ttl=5s")) {
      a.lock("warm").lock();
      a.lock("warm").unlock();
      pausing(0);
      try {
        long startNanos = System.nanoTime();
        assertThat(a.lock("c115").tryLock(500, TimeUnit.MILLISECONDS)).isTrue();
        a.lock("c115").unlock();
        assertThat(millisSince(startNanos)).isLessThan(400);
      } finally {
        resuming(0);
      }
      await().until(() -> nodes.holding("c115") == 0);
    }
  }

  @Test
  void c116_memberOfAnother_isNeverTouched() {
    nodes.command(1, "SET", "c116", "x", "PX", "60000");
    try (LockClient a = nodes.connect("&ttl=600ms")) {
      DistributedLock lock = a.lock("c116");
      lock.lock();
      long startNanos = System.nanoTime();
      await().until(() -> millisSince(startNanos) > 1_800);
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      lock.unlock();
    }
    assertThat(nodes.value(1, "c116")).isEqualTo("x");
    assertThat(nodes.holding("c116")).isEqualTo(1);
  }

  @Test
  void c045_negativeWait_neverTwoOwners() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    List<CompletableFuture<Integer>> rounds = new ArrayList<>();
    try (LockClient a = nodes.connect("&ttl=10s");
        LockClient b = nodes.connect("&ttl=10s")) {
      for (LockClient client : List.of(a, b)) {
        rounds.add(CompletableFuture.supplyAsync(() -> visits(client, inside), this::inThread));
      }
      for (CompletableFuture<Integer> round : rounds) {
        assertThat(round.get(60, TimeUnit.SECONDS)).isZero();
      }
    }
  }

  private void inThread(Runnable task) {
    new Thread(task).start();
  }

  /** Returns how often somebody else was inside. */
  private static int visits(LockClient client, AtomicInteger inside) {
    int met = 0;
    DistributedLock lock = client.lock("c045").leaseTime(Duration.ofSeconds(10));
    try {
      for (int round = 0; round < 50; round++) {
        if (lock.tryLock(-1, TimeUnit.SECONDS)) {
          met += inside.incrementAndGet() - 1;
          inside.decrementAndGet();
          lock.unlock();
        }
      }
    } catch (InterruptedException end) {
      throw new IllegalStateException(end);
    }
    return met;
  }

  @Test
  void c046_leaseShorterThanTheWait_oneOwner() throws Exception {
    nodes.command(2, "SET", "c046", "x", "PX", "3000");
    nodes.command(1, "SET", "c046", "x", "PX", "1500");
    try (LockClient a = nodes.connect("&ttl=5s");
        LockClient b = nodes.connect("&ttl=5s")) {
      AtomicInteger owners = new AtomicInteger();
      List<CompletableFuture<Void>> both = new ArrayList<>();
      for (LockClient client : List.of(a, b)) {
        both.add(
            client
                .lock("c046")
                .leaseTime(Duration.ofSeconds(1))
                .acquireAsync(Duration.ofSeconds(8))
                .thenAccept(
                    lease -> {
                      assertThat(owners.incrementAndGet()).isEqualTo(1);
                      assertThat(lease.isHeld()).isTrue();
                      owners.decrementAndGet();
                      lease.close();
                    }));
      }
      for (CompletableFuture<Void> each : both) {
        each.get(20, TimeUnit.SECONDS);
      }
    }
  }
}
