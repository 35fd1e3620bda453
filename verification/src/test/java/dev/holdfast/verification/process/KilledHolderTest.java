package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClient;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A holder that is killed is replaced within its TTL and a second. */
@Tag("slow")
class KilledHolderTest {

  private static final Duration TTL = Duration.ofSeconds(4);

  @Test
  void waiterIsIn_withinTheTtlAndASecond() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      LockClient b = scene.client(TTL);
      a.call("t1", "lock", "k");
      var waiter =
          scene.start(
              () -> {
                b.lock("k").lock();
                return System.nanoTime();
              });
      Scene.awaitQueue(b.lock("k"), 1);

      a.process().kill();
      Stopwatch watch = Stopwatch.start();

      long inNanos = waiter.result();
      assertThat(watch.until(inNanos, "kill -9 of the holder, until the next is in"))
          .isLessThan(TTL.plusSeconds(1).plus(Slack.MACHINE));
    }
  }

  @Test
  void newcomerIsIn_withinTheTtlAndASecond() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      LockClient b = scene.client(TTL);
      a.call("t1", "lock", "k");

      a.process().kill();
      Stopwatch watch = Stopwatch.start();

      assertThat(b.lock("k").tryLock(TTL.plusSeconds(1).plus(Slack.MACHINE))).isTrue();
      watch.stop("kill -9 of the holder, until a newcomer is in");
    }
  }
}
