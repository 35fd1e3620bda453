package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockView;
import dev.holdfast.redis.script.Script;
import dev.holdfast.testing.proxy.HeldRequest;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.Request;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C005: a renewal that is slow or fails is repeated in time, and delays no other lock. */
@Tag("slow")
class C005_slowRenewalTest {

  private static final Duration TTL = Duration.ofSeconds(6);
  private static final int PERIODS = 6;

  /** The digest of the script that a renewal calls. */
  private static final String EXTENDS =
      Script.ALL.stream()
          .filter(script -> script.file().startsWith("extend-session"))
          .findAny()
          .orElseThrow()
          .digest();

  @Test
  void oneRenewalPerPeriodIsHeldUp_theLockLives() throws Exception {
    try (Scene scene = Scene.set()) {
      TcpProxy network = scene.network();
      LockClient a = scene.client(network, TTL);
      LockClient observer = scene.client(Duration.ofSeconds(30));
      AtomicBoolean over = new AtomicBoolean();
      AtomicInteger cycles = new AtomicInteger();
      try (Lease held = a.lock("long").acquire(Duration.ofSeconds(10))) {
        var others = scene.start(() -> cycle(a, over, cycles));
        for (int i = 0; i < PERIODS; i++) {
          HeldRequest renewal = network.hold(new Match(1, C005_slowRenewalTest::renews, "renewal"));
          renewal.awaitCaught(TTL);
          Scene.pass(TTL.dividedBy(2));
          renewal.release();

          assertThat(held.isHeld()).isTrue();
          List<LockView.Holder> holders = observer.lock("long").inspect().holders();
          assertThat(holders).hasSize(1);
          assertThat(holders.get(0).fencingToken()).isEqualTo(held.fencingToken());
        }
        over.set(true);
        others.result();
      }
      assertThat(cycles.get()).isPositive();
    }
  }

  private static boolean renews(Request request) {
    return request.name().equals("EVALSHA") && request.words().get(1).equals(EXTENDS);
  }

  private static Void cycle(LockClient client, AtomicBoolean over, AtomicInteger cycles) {
    for (int i = 0; !over.get(); i = (i + 1) % 50) {
      try {
        client.lock("short-" + i).run(Duration.ofSeconds(5), lease -> cycles.incrementAndGet());
      } catch (HoldfastException | IllegalMonitorStateException broken) {
        // The held request blocks the connection, and with it these.
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return null;
  }
}
