package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.lock;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisSentinel;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.testing.server.TestCertificates;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * TLS with everything that is checked: issuer, client certificate, and a host name that no address
 * can stand for. Servers that are found later are checked like those that were named.
 */
@Tag("slow")
class TlsTopologiesTest {

  private static final String NAME_ONLY = "DNS:localhost";

  @TempDir private Path folder;

  private TestCertificates certificates;

  @BeforeEach
  void make() throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    certificates = TestCertificates.create(folder, NAME_ONLY);
  }

  private String trust() {
    return "?timeout=10s&connectTimeout=20s&ca=" + certificates.authority();
  }

  private String identity() {
    return "&cert=%s&key=%s".formatted(certificates.clientCertificate(), certificates.clientKey());
  }

  private static void awaitCopy(RedisServer primary) {
    try (RawRedis raw = primary.raw()) {
      raw.command("PING");
      raw.command("WAIT", "1", "10000");
    }
  }

  private static void hold(Peer peer, String name) throws Exception {
    assertThat(peer.request(waiting("r1", name))).isInstanceOf(Granted.class);
    peer.log.claim(new Known(new RequestId("r1"), lock(name), true));
  }

  private static void assertNothingLostAndRelease(Peer peer, String name) throws Exception {
    assertThat(peer.log.events())
        .filteredOn(Event.Attached.class::isInstance)
        .allSatisfy(event -> assertThat(((Event.Attached) event).missing()).isEmpty());
    assertThat(peer.release("r1", name).outcome()).isEqualTo(Outcome.RELEASED);
  }

  private static void assertRefused(String uri) {
    assertThatThrownBy(() -> Peer.connect(uri, "a"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("has no trusted TLS connection for us");
  }

  @Test
  void sentinels_andEveryPrimary_areChecked_alsoAfterAFailOver() throws Exception {
    try (RedisSentinel group =
        RedisSentinel.builder()
            .tls(certificates)
            .named()
            .password("of-data")
            .sentinelPassword("of-sentinels")
            .start()) {
      String login = "&sentinelPassword=of-sentinels";
      try (Peer peer = Peer.connect(group.uri() + trust() + identity() + login, "a")) {
        hold(peer, "n");
        awaitCopy(group.primary());
        group.failOver();
        peer.awaitEvents(Event.Attached.class, 1);
        assertNothingLostAndRelease(peer, "n");
      }
      assertRefused(group.uri() + "?verify=full" + login);
      assertRefused(group.uri().replace("localhost", "127.0.0.1") + trust() + identity() + login);
      assertThatThrownBy(() -> Peer.connect(group.uri() + trust() + login, "a"))
          .isInstanceOfAny(StoreRefusedException.class, StoreUnavailableException.class);
    }
  }

  @Test
  void everyServerOfACluster_isChecked_alsoThoseFoundLater() throws Exception {
    String table = ShardKeys.inCluster("hf", 0).sessions();
    String name = nameInShardZero();
    try (RedisCluster cluster =
        RedisCluster.builder().tls(certificates).named().password("of-data").start()) {
      try (Peer peer = Peer.connect(cluster.uri() + trust() + identity(), "a")) {
        hold(peer, name);
        RedisServer primary = cluster.primaryOf(table).orElseThrow();
        awaitCopy(primary);
        cluster.failOverTo(cluster.replicasOf(primary).get(0));
        assertThat(peer.requestUntilAnswered(waiting("r1", name))).isInstanceOf(Granted.class);
        assertNothingLostAndRelease(peer, name);
      }
      assertRefused(cluster.uri() + "?verify=full");
      assertRefused(cluster.uri().replace("localhost", "127.0.0.1") + trust() + identity());
      assertThatThrownBy(() -> Peer.connect(cluster.uri() + trust(), "a"))
          .isInstanceOfAny(StoreRefusedException.class, StoreUnavailableException.class);
    }
  }

  private static String nameInShardZero() {
    for (int i = 0; ; i++) {
      if (ShardKeys.of("n" + i, ShardKeys.count(true)) == 0) {
        return "n" + i;
      }
    }
  }
}
