package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C011: when the store's data is deleted under a holder, it knows at its next renewal, and the next
 * holder does not suffer.
 */
@Tag("slow")
class C011_deletedRecordTest {

  private static final Duration TTL = Duration.ofSeconds(3);

  private static final Duration RENEWAL_PERIOD = TTL.dividedBy(3);

  @Test
  void recordIsDeleted_theHolderKnowsAtItsNextRenewal_andTheNextOneIsLeftAlone() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient a = scene.client(TTL);
      LockClient b = scene.client(TTL);
      Lease ofA = a.lock("k").acquire(Slack.LONG);
      Lease other = a.lock("other").acquire(Slack.LONG);
      scene.raw().command("DEL", "{hf:0}:l:k");

      try (Lease ofB = b.lock("k").acquire(Duration.ZERO)) {
        assertThat(ofB.fencingToken()).isGreaterThan(ofA.fencingToken());
        await().atMost(RENEWAL_PERIOD.plus(Slack.MACHINE)).until(() -> !ofA.isHeld());
        assertThat(ofA.lossReason()).contains(LossReason.STORE_SAID);
        // Two periods more, in which nothing is taken back.
        Scene.pass(RENEWAL_PERIOD.multipliedBy(2));

        assertThat(ofB.isHeld()).isTrue();
        assertThat(other.isHeld()).isTrue();
        assertThatThrownBy(ofA::close).isInstanceOf(LockLostException.class);
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
