package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.once;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas pass messages on to those who listen there, whom the primary does not count. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class ListenersElsewhereTest {

  @Parameter RedisVersion version;

  @Test
  void waiterThatListensAtAReplica_isPassedOver_andToldNothing() throws Exception {
    try (RedisServer primary = RedisServer.start(version.assumeAvailable());
        RedisServer replica = RedisServer.builder().version(version).replicaOf(primary).start();
        Peer holder = Peer.connect(primary.uri(), "holder");
        RawRedis raw = primary.raw();
        RawRedis listener = replica.raw()) {
      await().until(() -> raw.command("WAIT", "1", "1000").equals(1L));
      holder.request(waiting("r1", "n"));
      String channel;
      try (Peer waiter = Peer.connect(primary.uri(), "waiter")) {
        waiter.request(waiting("r2", "n"));
        channel = "{hf:0}:c:" + waiter.session().id();
      }
      await()
          .until(() -> String.valueOf(raw.command("PUBSUB", "NUMSUB", channel)).contains(", 0]"));
      listener.command("HELLO", "3");
      listener.send("SUBSCRIBE", channel);
      assertThat(listener.awaitPush(Duration.ofSeconds(10))).isPresent();
      assertThat(holder.release("r1", "n")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, false));
      // What the primary publishes afterwards comes after whatever it has published before.
      raw.command("PUBLISH", channel, "last");
      assertThat(listener.awaitPush(Duration.ofSeconds(10)).orElseThrow().get(2)).isEqualTo("last");
      assertThat(holder.request(once("r3", "n"))).isInstanceOf(Granted.class);
    }
  }
}
