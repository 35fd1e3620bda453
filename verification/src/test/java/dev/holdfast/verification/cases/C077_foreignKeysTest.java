package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClient;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** C077: locks named like keys of the application work, and leave those keys alone. */
class C077_foreignKeysTest {

  @Test
  void locksNamedLikeData_leaveItAlone() throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient client = scene.client(Duration.ofSeconds(30));
      RawRedis raw = scene.raw();
      raw.command("SET", "order:1", "text");
      raw.command("HSET", "order:2", "field", "value");

      for (String name : List.of("order:1", "order:2")) {
        client.lock(name).run(Slack.LONG, lease -> assertThat(lease.isHeld()).isTrue());
        client.fairLock(name).run(Slack.LONG, lease -> assertThat(lease.isHeld()).isTrue());
      }

      assertThat(raw.command("GET", "order:1")).isEqualTo("text");
      assertThat(raw.command("HGETALL", "order:2")).isEqualTo(List.of("field", "value"));
    }
  }
}
