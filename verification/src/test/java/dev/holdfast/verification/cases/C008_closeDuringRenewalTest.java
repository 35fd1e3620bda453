package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockClient;
import dev.holdfast.testing.process.LiveThreads;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C008: closing a client while its renewal is under way ends, and leaves no thread. */
@Tag("slow")
class C008_closeDuringRenewalTest {

  private static final int CLIENTS = 40;
  private static final int AT_ONCE = 8;

  /** The longest that closing takes, and what a busy machine adds. */
  private static final Duration CLOSE_MAX = Duration.ofSeconds(3).plus(Slack.MACHINE);

  @Test
  void closedAtAnyMomentOfARenewal_everyCloseEnds() throws Exception {
    try (Scene scene = Scene.set()) {
      String uri = scene.server().uri();
      for (int i = 0; i < CLIENTS; i += AT_ONCE) {
        List<Task<Boolean>> closing = new ArrayList<>();
        for (int j = 0; j < AT_ONCE; j++) {
          String name = "k" + (i + j);
          LockClient client = LockClient.builder(uri).sessionTtl(Duration.ofSeconds(1)).connect();
          client.lock(name).acquire(Slack.LONG);
          Duration renewing = Duration.ofMillis(ThreadLocalRandom.current().nextLong(1_200));
          closing.add(scene.start(() -> closeAfter(renewing, client)));
        }
        for (Task<Boolean> one : closing) {
          assertThat(one.result(CLOSE_MAX.plusSeconds(2))).isTrue();
        }
      }
    }
    await()
        .atMost(Slack.LONG)
        .untilAsserted(() -> assertThat(LiveThreads.named("holdfast-")).isEmpty());
  }

  private static boolean closeAfter(Duration time, LockClient client) {
    Scene.pass(time);
    client.close();
    return true;
  }
}
