package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C080: tokens rise for each of many names, without a key that stays for any of them. */
@Tag("slow")
class C080_tokensWithoutKeysTest {

  private static final int NAMES = 5_000;

  /** The table of sessions, the descriptions of clients, the version of the layout. */
  private static final long CONSTANT_KEYS = 3;

  @Test
  void manyNames_leaveConstantKeys_andTokensRise() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient client = scene.client(Duration.ofSeconds(60));
      RawRedis raw = scene.raw();
      Map<Integer, Long> tokens = new HashMap<>();
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < NAMES; i++) {
          try (Lease lease = client.lock("name-" + i).acquire(Duration.ofSeconds(10))) {
            Long before = tokens.put(i, lease.fencingToken());
            assertThat(lease.fencingToken()).isGreaterThan(before == null ? 0 : before);
          }
        }
        assertThat(raw.command("DBSIZE")).isEqualTo(CONSTANT_KEYS);
      }
    }
  }
}
