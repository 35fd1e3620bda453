package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockClient;
import dev.holdfast.Permits;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C083: wherever an acquire is broken off, each key that it leaves ends, or is a constant one. */
class C083_brokenOffAcquireTest {

  private static final Duration TTL = Duration.ofSeconds(2);
  private static final Duration WAIT = Duration.ofMillis(300);

  /** The last two are how many permits there are, which stay until they are deleted. */
  private static final Set<String> CONSTANT_KEYS =
      Set.of("{hf:0}:s", "{hf:0}:i", "{hf:0}:v", "{hf:0}:m:free", "{hf:0}:m:held");

  private static final int CALLS = 4;

  enum Kind {
    LOCK {
      @Override
      void attempt(LockClient client, String name) throws InterruptedException {
        boolean unused = client.lock(name).tryLock(WAIT);
      }
    },
    FAIR_LOCK {
      @Override
      void attempt(LockClient client, String name) throws InterruptedException {
        boolean unused = client.fairLock(name).tryLock(WAIT);
      }
    },
    READ_LOCK {
      @Override
      void attempt(LockClient client, String name) throws InterruptedException {
        DistributedReadWriteLock lock = client.readWriteLock(name);
        boolean unused = lock.readLock().tryLock(WAIT);
      }
    },
    DOWNGRADE {
      @Override
      void attempt(LockClient client, String name) throws InterruptedException {
        DistributedReadWriteLock lock = client.readWriteLock(name);
        if (lock.writeLock().tryLock(WAIT)) {
          lock.readLock().lock();
          lock.writeLock().unlock();
        }
      }
    },
    SEMAPHORE {
      @Override
      void attempt(LockClient client, String name) throws InterruptedException {
        Optional<Permits> unused = client.semaphore(name).tryAcquire(1, WAIT);
      }
    };

    /** Tries to get in, and keeps what it gets. */
    abstract void attempt(LockClient client, String name) throws InterruptedException;
  }

  @ParameterizedTest
  @EnumSource
  void connectionIsCutAfterEachCall_everyKeyHasAnEnd(Kind kind) throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient holder = scene.client(Duration.ofSeconds(60));
      holder.lock("held").lock();
      holder.semaphore("free").trySetPermits(CALLS + 1);
      holder.semaphore("held").trySetPermits(1);
      assertThat(holder.semaphore("held").tryAcquire()).isPresent();
      for (int n = 1; n <= CALLS; n++) {
        TcpProxy network = scene.network();
        LockClient client = scene.client(network, TTL);
        network.cutAfter(Match.command("EVALSHA").nth(n));
        for (String name : List.of("free", "held")) {
          try {
            kind.attempt(client, name);
          } catch (HoldfastException | IllegalMonitorStateException broken) {
            // What the caller sees is not the question here.
          }
          assertEnds(scene);
        }
        network.refuse();
        network.cut();
        assertEnds(scene);
      }
    }
  }

  private static void assertEnds(Scene scene) {
    try (RawRedis raw = scene.server().raw()) {
      List<?> keys = (List<?>) raw.command("KEYS", "*");
      assertThat(keys).isNotEmpty();
      for (Object key : keys) {
        Object ttl = raw.command("PTTL", key.toString());
        boolean gone = Long.valueOf(-2).equals(ttl);
        if (!CONSTANT_KEYS.contains(key.toString()) && !gone) {
          assertThat((Long) ttl).as("%s", key).isPositive();
        }
      }
    }
  }
}
