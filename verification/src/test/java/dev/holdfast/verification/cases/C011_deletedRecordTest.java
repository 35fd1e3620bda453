package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C011: what happens when the store's data is deleted under a holder. A single record is noticed at
 * the next command about it (decision 0010), everything at the next renewal; in neither case does
 * the next holder suffer.
 */
@Tag("slow")
class C011_deletedRecordTest {

  private static final Duration TTL = Duration.ofSeconds(3);

  @Test
  void recordIsDeleted_theNextHolderIsLeftAlone_andTheReleaseSaysLost() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient a = scene.client(TTL);
      LockClient b = scene.client(TTL);
      Lease ofA = a.lock("k").acquire(Slack.LONG);
      scene.raw().command("DEL", "{hf:0}:l:k");

      try (Lease ofB = b.lock("k").acquire(Duration.ZERO)) {
        assertThat(ofB.fencingToken()).isGreaterThan(ofA.fencingToken());
        // Two periods of A's renewal.
        Scene.pass(TTL);

        assertThat(ofB.isHeld()).isTrue();
        assertThatThrownBy(ofA::close).isInstanceOf(LockLostException.class);
        assertThat(ofA.isHeld()).isFalse();
        assertThat(b.lock("k").inspect().holders().get(0).fencingToken())
            .isEqualTo(ofB.fencingToken());
      }
    }
  }

  @Test
  void everythingIsDeleted_theHolderKnows_withinItsTtl() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient a = scene.client(TTL);
      LockClient b = scene.client(TTL);
      Lease ofA = a.lock("k").acquire(Slack.LONG);
      scene.raw().command("FLUSHALL");

      await().atMost(TTL.plus(Slack.MACHINE)).until(() -> !ofA.isHeld());

      try (Lease ofB = b.lock("k").acquire(Slack.LONG)) {
        assertThat(ofB.fencingToken()).isGreaterThan(ofA.fencingToken());
      }
      assertThatThrownBy(ofA::close).isInstanceOf(LockLostException.class);
    }
  }
}
