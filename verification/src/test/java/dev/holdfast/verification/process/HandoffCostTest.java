package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forty waiters of four processes cost two commands for each handoff at most, all told. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class HandoffCostTest {

  private static final int PROCESSES = 4;
  private static final int THREADS = 10;

  /** So long that no renewal and no slow check comes in between. */
  private static final Duration TTL = Duration.ofMinutes(3);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fortyWaiters_costTwoCommandsEach(boolean fair) throws Exception {
    try (Scene scene = Scene.set()) {
      DistributedLock lock = scene.client(TTL).lock("k");
      lock.lock();
      List<RemoteClient> processes = scene.processes(PROCESSES, TTL);
      for (RemoteClient process : processes) {
        for (int i = 0; i < THREADS; i++) {
          process.tell("t" + i + " serve " + (fair ? "k!fair" : "k") + " 1");
        }
      }
      Scene.awaitQueue(lock, fair ? PROCESSES * THREADS : PROCESSES);
      RawRedis raw = scene.raw();
      raw.resetStats();

      lock.unlock();
      for (RemoteClient process : processes) {
        process.awaitAll("serve", THREADS, Slack.LONG);
      }

      int handoffs = PROCESSES * THREADS;
      long commands = Scene.scriptCalls(raw);
      System.out.printf(
          "%s: %d commands for %d handoffs%n", fair ? "fair" : "not fair", commands, handoffs);
      assertThat(commands).isLessThanOrEqualTo(2L * handoffs);
    }
  }
}
