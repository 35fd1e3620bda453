package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.chaos.worker.GuardedCounter;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C021: the late write of a paused holder is refused by the guard, and the other's stands. */
@Tag("slow")
class C021_pausedWriterTest {

  private static final Duration TTL = Duration.ofSeconds(1);

  @Test
  void pausedBetweenReadAndWrite_theWriteIsRefused() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      RemoteClient a = scene.process(network, TTL);
      LockClient b = scene.client(TTL);
      GuardedCounter x =
          scene.add(new GuardedCounter(scene.server().host(), scene.server().port()));
      long tokenOfA = Long.parseLong(a.call("t1", "acquire", "k 5000").get(0));
      long readByA = x.read("k", tokenOfA);

      a.process().pause();
      long tokenOfB;
      try (Lease ofB = b.lock("k").acquire(TTL.plus(Slack.LONG))) {
        tokenOfB = ofB.fencingToken();
        assertThat(x.write("k", tokenOfB, x.read("k", tokenOfB) + 10)).isTrue();
      }
      network.blackHole();
      a.process().resume();

      assertThat(a.call("t1", "isHeld", "k").get(0)).isEqualTo("false");
      assertThat(x.write("k", tokenOfA, readByA + 1)).isFalse();
      assertThat(x.value("k")).isEqualTo(10);
      assertThat(tokenOfB).isGreaterThan(tokenOfA);
    }
  }
}
