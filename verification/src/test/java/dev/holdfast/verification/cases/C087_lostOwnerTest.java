package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClient;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C087: a lock whose thread has ended stays held, a warning names it, closing the client frees. */
@Tag("slow")
class C087_lostOwnerTest {

  private static final Duration TTL = Duration.ofSeconds(1);

  @Test
  void threadEndedWithoutUnlocking_isNamed_andClosingFreesItsLock() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      LockClient b = scene.client(Duration.ofSeconds(30));
      a.call("t1", "abandon", "k");

      String warning =
          a.process().awaitError(line -> line.contains("ended without unlocking"), Slack.LONG);
      assertThat(warning).contains("careless", "'k'");
      assertThat(b.lock("k").tryLock()).isFalse();

      a.call("t1", "closeClient", "-");
      assertThat(b.lock("k").tryLock()).isTrue();
    }
  }
}
