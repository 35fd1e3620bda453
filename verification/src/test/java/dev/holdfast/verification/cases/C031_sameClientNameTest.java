package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C031: processes of one client name, with threads of one name, don't share a lock. */
@Tag("slow")
class C031_sameClientNameTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  @Test
  void sameNames_excludeEachOther() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process("same", TTL);
      RemoteClient b = scene.process("same", TTL);
      a.call("t1", "lock", "k");

      assertThat(b.call("t1", "tryLock", "k 0").get(0)).isEqualTo("false");
      assertThat(b.call("t1", "unlock", "k")).startsWith("failed", "NotHeldException");
      assertThat(a.call("t1", "isHeld", "k").get(0)).isEqualTo("true");

      a.call("t1", "unlock", "k");
      assertThat(b.call("t1", "tryLock", "k 0").get(0)).isEqualTo("true");
    }
  }
}
