package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that was stopped past its lease knows at once that it lost it, and says so once. */
@Tag("slow")
class PausedHolderTest {

  private static final Duration TTL = Duration.ofSeconds(2);

  @Test
  void afterThePause_theLossIsKnown_beforeAnyNetworkTraffic() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      RemoteClient a = scene.process(network, TTL);
      LockClient b = scene.client(TTL);
      long tokenOfA = Long.parseLong(a.call("t1", "acquire", "handle 5000").get(0));
      a.call("t1", "lock", "owned");

      a.process().pause();
      try (Lease handle = b.lock("handle").acquire(TTL.plus(Slack.LONG));
          Lease owned = b.lock("owned").acquire(TTL.plus(Slack.LONG))) {
        assertThat(handle.fencingToken()).isGreaterThan(tokenOfA);
        network.blackHole();
        a.process().resume();

        assertThat(a.call("t1", "isHeld", "handle").get(0)).isEqualTo("false");
        assertThat(a.call("t1", "isHeld", "owned").get(0)).isEqualTo("false");

        network.heal();
        assertThat(a.call("t1", "unlock", "owned")).startsWith("failed", "LockLostException");
        assertThat(a.call("t1", "close", "handle")).startsWith("failed", "LockLostException");
        await()
            .atMost(Slack.LONG)
            .untilAsserted(
                () -> assertThat(a.call("t1", "losses", "")).isEqualTo(List.of("2", "1")));
        assertThat(handle.isHeld()).isTrue();
        assertThat(owned.isHeld()).isTrue();
      }
      // It goes on with a fresh session, and is not told again of the old one.
      assertThat(Long.parseLong(a.call("t1", "acquire", "handle 20000").get(0)))
          .isGreaterThan(tokenOfA);
      assertThat(a.call("t1", "losses", "")).isEqualTo(List.of("2", "1"));
    }
  }
}
