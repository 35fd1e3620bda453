package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LossReason;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C018: the first answer that shows another holder is final, and nothing is taken back. */
@Tag("slow")
class C018_otherHolderTest {

  private static final Duration TTL = Duration.ofSeconds(3);
  private static final Duration RENEWAL_PERIOD = TTL.dividedBy(3);
  private static final String RECORD = "{hf:0}:l:k";

  @Test
  void recordIsOverwritten_theHolderKnowsAtItsNextRenewal_andLeavesTheOtherAlone()
      throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient a = scene.client(TTL);
      // Its session is the one that the record will name.
      LockClient x = scene.client(Duration.ofSeconds(30));
      x.lock("something").acquire(Slack.LONG);
      RawRedis raw = scene.raw();
      AtomicInteger told = new AtomicInteger();
      Lease lease = a.lock("k").acquire(Slack.LONG);
      lease.onLost(told::incrementAndGet);

      String ofX = String.valueOf(raw.command("GET", "{hf:0}:l:something"));
      raw.command("SET", RECORD, ofX);

      await().atMost(RENEWAL_PERIOD.plus(Slack.MACHINE)).until(() -> !lease.isHeld());
      // Two periods more.
      Scene.pass(RENEWAL_PERIOD.multipliedBy(2));
      assertThat(told).hasValue(1);
      assertThat(raw.command("GET", RECORD)).isEqualTo(ofX);
      assertThatThrownBy(lease::close)
          .isInstanceOfSatisfying(
              LockLostException.class,
              lost -> assertThat(lost.reason()).isEqualTo(LossReason.TAKEN));
      assertThat(raw.command("GET", RECORD)).isEqualTo(ofX);
      assertThat(a.lock("k").tryLock()).isFalse();
    }
  }
}
