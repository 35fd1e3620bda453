package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisSentinel;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.testing.server.TestCertificates;
import dev.holdfast.verification.scenario.Slack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * C137: sentinels and data servers with passwords of their own, with and without TLS, where
 * certificates are for names and not for addresses. What holds in a Cluster is in {@code
 * TlsTopologiesTest}.
 */
@Tag("slow")
class C137_loginsOfTheirOwnTest {

  private static final Duration TTL = Duration.ofSeconds(10);

  @TempDir private Path folder;

  private RedisSentinel group(String ofSentinels, String ofData, boolean tls) throws Exception {
    RedisSentinel.Builder group = RedisSentinel.builder();
    if (!ofSentinels.isEmpty()) {
      group.sentinelPassword(ofSentinels);
    }
    if (!ofData.isEmpty()) {
      group.password(ofData);
    }
    if (tls) {
      group.tls(TestCertificates.create(folder, "DNS:localhost")).named();
    }
    return group.start();
  }

  private String options(String ofSentinels, boolean tls) {
    String login = ofSentinels.isEmpty() ? "" : "&sentinelPassword=" + ofSentinels;
    String files = "&ca=%1$s/ca.crt&cert=%1$s/client.crt&key=%1$s/client.key".formatted(folder);
    return "?timeout=10s&connectTimeout=20s" + login + (tls ? files : "");
  }

  private static boolean takenAndGivenBack(LockClient client) throws Exception {
    client.lock("other").acquire(Slack.LONG).close();
    return true;
  }

  @ParameterizedTest
  @CsvSource({
    "'',       '',     true",
    "'',       secret, false",
    "secret,   secret, true",
    "another,  secret, true",
    "another,  '',     false",
  })
  void everyCombination_connects_andOutlastsAFailOver(
      String ofSentinels, String ofData, boolean tls) throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    try (RedisSentinel group = group(ofSentinels, ofData, tls);
        LockClient client =
            LockClient.builder(group.uri() + options(ofSentinels, tls)).sessionTtl(TTL).connect()) {
      Lease held = client.lock("k").acquire(Slack.LONG);
      try (RawRedis raw = group.primary().raw()) {
        raw.command("PING");
        assertThat(raw.command("WAIT", "2", "10000")).isEqualTo(2L);
      }
      group.failOver();
      // What the old primary granted at the last moment may end with it.
      await("locks of the new primary")
          .atMost(Slack.LONG)
          .ignoreException(ReleaseUnknownException.class)
          .until(() -> takenAndGivenBack(client));
      AtomicReference<Duration> before = new AtomicReference<>(held.remaining());
      await("a renewal by the new primary")
          .atMost(TTL.plus(Slack.LONG))
          .until(() -> held.remaining().compareTo(before.getAndSet(held.remaining())) > 0);
      held.close();
    }
  }

  @Test
  void wrongPassword_failsAtTheStart_andAChangedOneIsToldWithinTheLease() throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    try (RedisSentinel group = group("another", "secret", false)) {
      String wrong = group.uri().replace(":secret@", ":guessed@") + options("another", false);
      assertThatThrownBy(() -> LockClient.connect(wrong).close())
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("check user and password of the address")
          .hasMessageNotContaining("guessed");
      try (LockClient client =
          LockClient.builder(group.uri() + options("another", false)).sessionTtl(TTL).connect()) {
        Lease held = client.lock("k").acquire(Slack.LONG);
        for (RedisServer server : group.servers()) {
          try (RawRedis raw = server.raw()) {
            raw.command("CONFIG", "SET", "masterauth", "changed");
            raw.command("CONFIG", "SET", "requirepass", "changed");
            raw.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            raw.command("CLIENT", "KILL", "TYPE", "pubsub");
          }
        }
        await().atMost(TTL.plus(Slack.MACHINE)).until(() -> !held.isHeld());
        assertThatThrownBy(() -> client.lock("later").acquire(Slack.LONG))
            .isInstanceOf(StoreRefusedException.class)
            .hasMessageContaining("WRONGPASS");
      }
    }
  }
}
