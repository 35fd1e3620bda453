package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C099: a process that is killed gives its permits back within its TTL. */
@Tag("slow")
class C099_killedPermitHolderTest {

  private static final Duration TTL = Duration.ofSeconds(4);
  private static final Duration MAX = TTL.plusSeconds(1).plus(Slack.MACHINE);

  @Test
  void waiterIsIn_withinTheTtlAndASecond_andAllPermitsAreThere() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      DistributedSemaphore semaphore = scene.client(TTL).semaphore("s");
      semaphore.trySetPermits(3);
      assertThat(a.call("t1", "permits", "s 2").get(0)).isEqualTo("2");
      assertThat(a.call("t2", "permits", "s 1").get(0)).isEqualTo("1");
      assertThat(semaphore.tryAcquire()).isEmpty();

      a.process().kill();
      Stopwatch watch = Stopwatch.start();

      assertThat(semaphore.tryAcquire(3, MAX)).isPresent();
      watch.stop("kill -9 of the holder of three permits, until they are taken anew");
    }
  }
}
