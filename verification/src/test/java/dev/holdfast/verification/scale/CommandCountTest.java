package dev.holdfast.verification.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What locking costs the server, counted by the server itself. */
@SuppressWarnings("LockNotBeforeTry") // Between lock and unlock only counters are read.
class CommandCountTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private static RedisServer server;
  private static RawRedis raw;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    raw = server.raw();
  }

  @AfterAll
  static void stop() {
    raw.close();
    server.close();
  }

  private static LockClient connect(Duration ttl) {
    return LockClient.builder(server.uri()).sessionTtl(ttl).connect();
  }

  /** Calls that clients made; what scripts call inside is not counted again as a call of theirs. */
  private static long scriptCalls() {
    Map<String, Long> stats = raw.commandStats();
    return stats.getOrDefault("evalsha", 0L) + stats.getOrDefault("eval", 0L);
  }

  @Test
  void uncontended_acquireAndRelease_areTwoCommands() throws InterruptedException {
    try (LockClient client = connect(TTL)) {
      DistributedLock lock = client.lock("cost");
      warmUp(lock);
      raw.resetStats();
      int cycles = 1_000;
      for (int i = 0; i < cycles; i++) {
        lock.lock();
        lock.unlock();
      }
      assertThat(scriptCalls()).isEqualTo(2L * cycles);
      raw.resetStats();
      for (int i = 0; i < cycles; i++) {
        lock.acquire(Duration.ofSeconds(1)).close();
      }
      assertThat(scriptCalls()).isEqualTo(2L * cycles);
    }
  }

  @Test
  void severalFreeLocksOfAShard_areOneCommandToTake() throws InterruptedException {
    try (LockClient client = connect(TTL)) {
      List<DistributedLock> members = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        members.add(client.lock("together-" + i));
      }
      DistributedLock together = client.multiLock(members);
      warmUp(together);
      int cycles = 100;
      raw.resetStats();
      for (int i = 0; i < cycles; i++) {
        assertThat(together.tryLock()).isTrue();
        together.unlock();
      }
      assertThat(scriptCalls()).isEqualTo((1L + members.size()) * cycles);
      raw.resetStats();
      for (int i = 0; i < cycles; i++) {
        together.acquire(Duration.ofSeconds(1)).close();
      }
      assertThat(scriptCalls()).isEqualTo((1L + members.size()) * cycles);
      try (Lease busy = members.get(3).acquire(Duration.ofSeconds(1));
          LockClient other = connect(TTL)) {
        DistributedLock theirs =
            other.multiLock(members.stream().map(lock -> other.lock(lock.name())).toList());
        assertThat(theirs.tryLock()).isFalse();
        raw.resetStats();
        assertThat(theirs.tryLock()).isFalse();
        assertThat(scriptCalls()).as("to be refused").isEqualTo(1);
        assertThat(busy.isHeld()).isTrue();
      }
    }
  }

  @Test
  void asManyFreeLocksAsThereMayBe_areOneCommandToTake() throws InterruptedException {
    try (LockClient client = connect(TTL)) {
      List<DistributedLock> members = new ArrayList<>();
      for (int i = 0; i < 128; i++) {
        members.add(client.lock("many-" + i));
      }
      warmUp(members.get(0));
      raw.resetStats();
      try (Lease all = client.multiLock(members).acquire(Duration.ofSeconds(10))) {
        assertThat(scriptCalls()).isEqualTo(1);
        assertThat(all.isHeld()).isTrue();
      }
      await().untilAsserted(() -> assertThat(Leftovers.of(raw)).isEmpty());
    }
  }

  @Test
  void reentry_costsNothing() {
    try (LockClient client = connect(TTL)) {
      DistributedLock lock = client.lock("reentry");
      lock.lock();
      raw.resetStats();
      for (int i = 0; i < 1_000; i++) {
        lock.lock();
        lock.unlock();
      }
      assertThat(scriptCalls()).isZero();
      lock.unlock();
    }
  }

  @Test
  void waiter_costsOneCommandToQueueAndNoneWhileItWaits() throws Exception {
    // The slow check comes after a third of the TTL, long after this test.
    try (LockClient holder = connect(Duration.ofMinutes(10));
        LockClient waiter = connect(Duration.ofMinutes(10))) {
      DistributedLock lock = waiter.lock("queue");
      warmUp(lock);
      Lease held = holder.lock("queue").acquire(Duration.ofSeconds(1));
      raw.resetStats();
      CompletableFuture<Lease> waiting = lock.acquireAsync(Duration.ofMinutes(1));
      await().until(() -> lock.inspect().queue().size() == 1);
      long toQueue = raw.commandStats().getOrDefault("publish", 0L);
      assertThat(toQueue).as("the holder is told that somebody waits").isEqualTo(1);
      raw.resetStats();
      await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(4)).until(() -> true);
      assertThat(scriptCalls()).isZero();
      held.close();
      waiting.get().close();
      assertThat(scriptCalls()).as("release, and release of the waiter").isEqualTo(2);
    }
  }

  @Test
  void tenThousandHeld_areRenewedByOneCommand() throws Exception {
    Duration ttl = Duration.ofSeconds(9);
    try (LockClient client = connect(ttl)) {
      List<CompletableFuture<Lease>> asked = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        asked.add(client.lock("held-" + i).acquireAsync(Duration.ofSeconds(30)));
      }
      List<Lease> leases = new ArrayList<>();
      for (CompletableFuture<Lease> future : asked) {
        leases.add(future.get());
      }
      raw.resetStats();
      await()
          .during(ttl)
          .atMost(ttl.multipliedBy(2))
          .until(() -> leases.get(0).isHeld() && leases.get(9_999).isHeld());
      long renewals = scriptCalls();
      assertThat(renewals).as("renewals in one TTL").isBetween(2L, 4L);
      assertThat(raw.commandStats().get("get"))
          .as("records that they looked at")
          .isBetween(1L, 100 * renewals);
      assertThat(leases).allMatch(Lease::isHeld);
    }
    await().untilAsserted(() -> assertThat(Leftovers.of(raw)).isEmpty());
  }

  private static void warmUp(DistributedLock lock) {
    lock.lock();
    lock.unlock();
  }
}
