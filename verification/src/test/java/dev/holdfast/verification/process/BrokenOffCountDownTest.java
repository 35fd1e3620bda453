package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.testing.proxy.After;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.proxy.Trap;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A count-down that is broken off on its way there or back is sent once more, and counts once. */
class BrokenOffCountDownTest {

  private static final Duration TTL = Duration.ofSeconds(4);
  private static final String COUNTED = "{hf:0}:dc:n";

  /** The first request that names the count-downs is the look. */
  private static final Match COUNT_DOWN = Match.containing(COUNTED).nth(2);

  enum Fault {
    CUT_BEFORE_THE_ANSWER(1),
    ANSWER_LOST(1),
    ANSWERS_SILENT(1),
    REQUEST_LOST(0),
    REQUESTS_SILENT(0);

    private final int arrived;

    Fault(int arrived) {
      this.arrived = arrived;
    }

    private Trap set(TcpProxy network) {
      return switch (this) {
        case CUT_BEFORE_THE_ANSWER -> network.cutAfter(COUNT_DOWN);
        case ANSWER_LOST -> network.dropReply(COUNT_DOWN, After.CUT);
        case ANSWERS_SILENT -> network.dropReply(COUNT_DOWN, After.SILENCE);
        case REQUEST_LOST -> network.dropRequest(COUNT_DOWN, After.CUT);
        case REQUESTS_SILENT -> network.dropRequest(COUNT_DOWN, After.SILENCE);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void brokenOff_isSentOnceMore_andCountsOnce(Fault fault) throws Exception {
    try (Scene scene = Scene.set()) {
      RawRedis raw = scene.raw();
      DistributedCountDownLatch direct = scene.client(TTL).countDownLatch("n");
      TcpProxy network = scene.network();
      DistributedCountDownLatch latch = scene.client(network, TTL).countDownLatch("n");
      direct.trySetCount(3);
      raw.resetStats();

      Trap trap = fault.set(network);
      latch.countDown();

      assertThat(trap.isSprung()).isTrue();
      // A count-down first asks whether it has counted.
      assertThat(raw.commandStats().get("sismember")).isEqualTo(fault.arrived + 1);
      assertThat(raw.commandStats().get("sadd")).isEqualTo(1);
      assertThat(direct.getCount()).isEqualTo(2);
    }
  }

  @Test
  void lastOne_brokenOff_opensOnce_andSparesTheNextRound() throws Exception {
    try (Scene scene = Scene.set()) {
      DistributedCountDownLatch direct = scene.client(TTL).countDownLatch("n");
      TcpProxy network = scene.network();
      DistributedCountDownLatch latch = scene.client(network, TTL).countDownLatch("n");
      direct.trySetCount(1);

      Trap trap = network.cutAfter(COUNT_DOWN);
      network.refuse();
      var counting =
          scene.start(
              () -> {
                latch.countDown();
                return true;
              });
      trap.awaitSprung(Slack.LONG);
      assertThat(direct.await(Slack.LONG)).isTrue();
      assertThat(direct.trySetCount(1)).isTrue();
      network.restore();

      assertThat(counting.result()).isTrue();
      assertThat(direct.getCount()).isEqualTo(1);
    }
  }
}
