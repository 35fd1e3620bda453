package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes that await a latch and count it down, while some of them, or its data, are lost. */
@Tag("slow")
class LatchProcessTest {

  private static final Duration TTL = Duration.ofSeconds(4);

  private static void awaitAwaiting(Scene scene, long count) {
    await(count + " to await the latch")
        .atMost(Slack.LONG)
        .until(
            () -> {
              // Not one connection for all looks: a server may be restarted.
              try (RawRedis raw = scene.server().raw()) {
                return raw.command("HLEN", "{hf:0}:dw:n").equals(count);
              }
            });
  }

  @Test
  void oneIsKilledBeforeItCounts_itIsMissed_untilSomebodyCountsInItsPlace() throws Exception {
    try (Scene scene = Scene.set()) {
      List<RemoteClient> all = scene.processes(4, TTL);
      RemoteClient awaiting = all.get(0);
      DistributedCountDownLatch latch = scene.client(TTL).countDownLatch("n");
      latch.trySetCount(3);
      awaiting.tell("t1 latchAwait n 100000");
      awaiting.tell("t2 latchAwait n 100000");
      awaitAwaiting(scene, 1);

      all.get(1).call("t1", "countDown", "n");
      all.get(2).process().kill();
      all.get(3).call("t1", "countDown", "n");

      assertThat(latch.getCount()).isEqualTo(1);
      assertThat(awaiting.call("t3", "latchAwait", "n 1000").get(0)).isEqualTo("false");
      latch.countDown();
      awaiting.awaitAll("latchAwait true", 2, Slack.LONG);
    }
  }

  @Test
  void oneIsKilledAfterItHasCounted_itCounts() throws Exception {
    try (Scene scene = Scene.set()) {
      List<RemoteClient> all = scene.processes(2, TTL);
      DistributedCountDownLatch latch = scene.client(TTL).countDownLatch("n");
      latch.trySetCount(2);
      all.get(0).tell("t1 latchAwait n 100000");
      awaitAwaiting(scene, 1);

      all.get(1).call("t1", "countDown", "n");
      all.get(1).process().kill();
      latch.countDown();

      assertThat(all.get(0).await("t1", "latchAwait", Slack.LONG).get(0)).isEqualTo("true");
    }
  }

  @Test
  void oneIsKilledWhileItAwaits_theOthersGetThrough_andNothingOfItIsLeft() throws Exception {
    try (Scene scene = Scene.set()) {
      List<RemoteClient> all = scene.processes(2, TTL);
      DistributedCountDownLatch latch = scene.client(TTL).countDownLatch("n");
      latch.trySetCount(1);
      all.forEach(one -> one.tell("t1 latchAwait n 100000"));
      awaitAwaiting(scene, 2);

      all.get(0).process().kill();
      latch.countDown();

      assertThat(all.get(1).await("t1", "latchAwait", Slack.LONG).get(0)).isEqualTo("true");
      awaitAwaiting(scene, 0);
    }
  }

  @Test
  void serverIsRestartedWithoutData_whoAwaits_isToldThatTheLatchIsLost() throws Exception {
    try (Scene scene = Scene.set()) {
      assertLost(scene, () -> scene.server().restartWithoutData());
    }
  }

  @Test
  void flushall_whoAwaits_isToldThatTheLatchIsLost() throws Exception {
    try (Scene scene = Scene.set()) {
      RawRedis raw = scene.raw();
      assertLost(scene, () -> raw.command("FLUSHALL"));
    }
  }

  private static void assertLost(Scene scene, Runnable losing) throws Exception {
    RemoteClient awaiting = scene.process(TTL);
    DistributedCountDownLatch latch = scene.client(TTL).countDownLatch("n");
    latch.trySetCount(2);
    awaiting.tell("t1 latchAwait n 100000");
    awaiting.tell("t2 latchAwait n 100000");
    awaitAwaiting(scene, 1);

    losing.run();
    // Even when the count is set anew, nobody takes the new round for the lost one.
    assertThat(latch.trySetCount(1)).isTrue();

    awaiting.awaitAll("latchAwait failed LatchLostException", 2, Slack.LONG);
    assertThat(latch.getCount()).isEqualTo(1);
    awaiting.tell("t3 latchAwait n 100000");
    awaitAwaiting(scene, 1);
    latch.countDown();
    assertThat(awaiting.await("t3", "latchAwait", Slack.LONG).get(0)).isEqualTo("true");
  }
}
