package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClient;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C126: a newcomer finds the lock of a dead holder free as soon as its time is over. */
@Tag("slow")
class C126_newcomerTest {

  private static final Duration LEASE = Duration.ofSeconds(3);

  @Test
  void holderIsDead_newcomerIsIn_atOnceAfterTheLease() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(Duration.ofSeconds(60));
      LockClient early = scene.client(Duration.ofSeconds(60));
      assertThat(a.call("t1", "tryLockLease", "k 0 " + LEASE.toMillis()).get(0)).isEqualTo("true");
      long takenNanos = RemoteClient.nanos(a.call("t1", "isHeld", "k"));
      a.process().kill();
      boolean tooEarly = early.lock("k").tryLock();
      if (System.nanoTime() - takenNanos < LEASE.dividedBy(2).toNanos()) {
        assertThat(tooEarly).isFalse();
      }

      Scene.pass(LEASE);

      try (LockClient newcomer = LockClient.connect(scene.server().uri())) {
        assertThat(tooEarly || newcomer.lock("k").tryLock()).isTrue();
      }
    }
  }
}
