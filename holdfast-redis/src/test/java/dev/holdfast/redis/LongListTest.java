package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockSummary;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A long list is read in steps, between which the server serves others. */
class LongListTest {

  private static final int LOCKS = 10_000;
  private static final int KEYS_PER_STEP = 1_000;

  @Test
  void tenThousandLocks_areListedInSteps_asTheReaderComesToThem() throws Exception {
    try (RedisServer server = RedisServer.start(RedisVersion.DISTRIBUTION.assumeAvailable());
        RawRedis raw = server.raw();
        LockClient holding = LockClient.connect(server.uri() + "?timeout=1m");
        LockClient operator = LockClient.connect(server.uri() + "?timeout=1m")) {
      List<CompletableFuture<Lease>> leases = new ArrayList<>();
      for (int i = 0; i < LOCKS; i++) {
        leases.add(holding.lock("job:" + i).acquireAsync());
      }
      for (CompletableFuture<Lease> lease : leases) {
        lease.get(1, TimeUnit.MINUTES);
      }
      raw.resetStats();
      Iterator<LockSummary> some = operator.list("job:*").iterator();
      assertThat(some.next().name()).startsWith("job:");
      assertThat(calls(raw, "scan")).isLessThan(LOCKS / KEYS_PER_STEP);
      assertThat(operator.list("job:*").map(LockSummary::name).distinct()).hasSize(LOCKS);
      assertThat(calls(raw, "scan")).isGreaterThan(LOCKS / KEYS_PER_STEP);
      assertThat(calls(raw, "keys")).isZero();
    }
  }

  private static long calls(RawRedis raw, String command) {
    Map<String, Long> stats = raw.commandStats();
    return stats.getOrDefault(command, 0L);
  }
}
