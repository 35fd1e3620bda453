package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C083: wherever an acquire is broken off, each key that it leaves ends, or is a constant one. */
class C083_brokenOffAcquireTest {

  private static final Duration TTL = Duration.ofSeconds(2);
  private static final Set<String> CONSTANT_KEYS = Set.of("{hf:0}:s", "{hf:0}:i", "{hf:0}:v");
  private static final int CALLS = 4;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectionIsCutAfterEachCall_everyKeyHasAnEnd(boolean fair) throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient holder = scene.client(Duration.ofSeconds(60));
      holder.lock("held").lock();
      for (int n = 1; n <= CALLS; n++) {
        TcpProxy network = scene.network();
        LockClient client = scene.client(network, TTL);
        network.cutAfter(Match.command("EVALSHA").nth(n));
        for (String name : List.of("free", "held")) {
          DistributedLock lock = fair ? client.fairLock(name) : client.lock(name);
          try {
            boolean unused = lock.tryLock(Duration.ofMillis(300));
          } catch (HoldfastException broken) {
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
