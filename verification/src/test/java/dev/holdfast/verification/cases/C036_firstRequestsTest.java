package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** C036: the first requests of a client, made at one moment, share one session. */
class C036_firstRequestsTest {

  private static final int ROUNDS = 10;
  private static final int NAMES = 6;

  @Test
  void firstRequestsAtOneMoment_shareOneSession() throws Exception {
    try (Scene scene = Scene.set()) {
      RawRedis raw = scene.raw();
      for (int round = 0; round < ROUNDS; round++) {
        try (LockClient client = LockClient.connect(scene.server().uri())) {
          List<CompletableFuture<Lease>> all = new ArrayList<>();
          for (int i = 0; i < NAMES; i++) {
            all.add(client.lock("k" + i).acquireAsync(Duration.ofSeconds(10)));
          }
          for (CompletableFuture<Lease> asked : all) {
            asked.get(Slack.LONG.toSeconds(), TimeUnit.SECONDS);
          }
          assertThat(sessions(raw)).isEqualTo(1);
          for (CompletableFuture<Lease> asked : all) {
            asked.join().close();
          }
        }
        assertThat(sessions(raw)).isZero();
        assertThat(scene.lockKeys()).isEmpty();
      }
    }
  }

  /** Entries of the table but that of the last sequence. */
  private static long sessions(RawRedis raw) {
    return (Long) raw.command("HLEN", "{hf:0}:s") - 1;
  }
}
