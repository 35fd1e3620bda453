package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ClientClosedException;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.After;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C146: calls that fail in every way leave no session and no request behind. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class C146_failingCallsTest {

  private static final Duration TTL = Duration.ofSeconds(2);
  private static final int CALLS = 200;

  @Test
  void failingCalls_leaveNothing() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      LockClient holder = scene.client(Duration.ofSeconds(60));
      holder.lock("k").lock();
      Set<String> ends = new TreeSet<>();
      LockClient failing = scene.client(network, TTL);
      for (int i = 0; i < CALLS; i++) {
        if (i % 20 == 0) {
          network.dropReply(Match.command("EVALSHA").nth(3), After.CUT);
        }
        if (i % 5 == 0) {
          Thread.currentThread().interrupt();
        }
        ends.add(fail(failing, i % 2 == 0));
        assertThat(Thread.interrupted() && i % 5 != 0).isFalse();
      }
      network.refuse();
      network.cut();
      ends.add(fail(failing, false));
      network.restore();
      failing.close();
      ends.add(fail(failing, true));
      assertThat(ends)
          .contains("false", "InterruptedException", ClientClosedException.class.getSimpleName());

      Scene.pass(TTL.multipliedBy(2));
      // The next to open a session clears the table of dead ones.
      try (LockClient next = LockClient.connect(scene.server().uri())) {
        next.lock("other").run(Slack.LONG, lease -> {});
      }

      try (RawRedis raw = scene.server().raw()) {
        assertThat((Long) raw.command("HLEN", "{hf:0}:s")).as("sequence and holder").isEqualTo(2);
      }
      assertThat(holder.lock("k").inspect().queue()).isEmpty();
      holder.lock("k").unlock();
      assertThat(scene.lockKeys()).isEqualTo(List.of());
    }
  }

  private static String fail(LockClient client, boolean fair) {
    try {
      return Boolean.toString(
          (fair ? client.fairLock("k") : client.lock("k")).tryLock(Duration.ofMillis(10)));
    } catch (InterruptedException | HoldfastException e) {
      return e.getClass().getSimpleName();
    }
  }
}
