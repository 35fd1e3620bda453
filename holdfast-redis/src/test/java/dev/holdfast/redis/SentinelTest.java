package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.lock;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.server.Ports;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisSentinel;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The primary is found through sentinels, and followed. */
class SentinelTest {

  private static RedisSentinel group;

  @BeforeAll
  static void start() {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    group = RedisSentinel.builder().sentinelPassword("s3ntinel").start();
  }

  @AfterAll
  static void stop() {
    if (group != null) {
      group.close();
    }
  }

  @BeforeEach
  void heal() {
    group.awaitWhole();
  }

  private static String uri() {
    return group.uri() + "?sentinelPassword=s3ntinel";
  }

  private static String uri(RedisServer sentinel) {
    return "redis-sentinel://%s:%d/%s".formatted(sentinel.host(), sentinel.port(), "main");
  }

  private static void awaitCopies(RedisServer primary) {
    try (RawRedis raw = primary.raw()) {
      raw.command("PING");
      assertThat(raw.command("WAIT", "2", "10000")).isEqualTo(2L);
    }
  }

  private static Event.Attached attached(Peer peer) {
    return peer.log.events().stream()
        .filter(Event.Attached.class::isInstance)
        .map(Event.Attached.class::cast)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static void assertKeptOn(RedisServer primary, String name) {
    try (RawRedis raw = primary.raw()) {
      assertThat(raw.command("EXISTS", "{hf:0}:l:" + name)).isEqualTo(1L);
    }
  }

  @Test
  void failOver_isFollowed_andWhatIsHeldStaysHeld() throws Exception {
    try (Peer peer = Peer.connect(uri(), "a")) {
      Granted granted = (Granted) peer.request(waiting("r1", "orderly"));
      peer.log.claim(new Known(new RequestId("r1"), lock("orderly"), true));
      awaitCopies(group.primary());
      RedisServer next = group.failOver();
      peer.awaitEvents(Event.Attached.class, 1);
      assertThat(attached(peer).processChanged()).isTrue();
      assertThat(attached(peer).missing()).isEmpty();
      assertThat(peer.requestUntilAnswered(waiting("r1", "orderly"))).isEqualTo(granted);
      assertKeptOn(next, "orderly");
      assertThat(peer.release("r1", "orderly").outcome()).isEqualTo(Outcome.RELEASED);
    }
  }

  @Test
  void killedPrimary_isReplacedByAReplica() throws Exception {
    try (Peer peer = Peer.connect(uri(), "a")) {
      Granted granted = (Granted) peer.request(waiting("r1", "killed"));
      peer.log.claim(new Known(new RequestId("r1"), lock("killed"), true));
      RedisServer primary = group.primary();
      awaitCopies(primary);
      primary.kill();
      RedisServer next = group.awaitOtherThan(primary);
      peer.awaitEvents(Event.Attached.class, 1);
      assertThat(attached(peer).missing()).isEmpty();
      assertKeptOn(next, "killed");
      peer.release("r1", "killed");
      Granted later = (Granted) peer.requestUntilAnswered(waiting("r2", "killed"));
      assertThat(later.grant().sequence()).isGreaterThan(granted.grant().sequence());
      peer.release("r2", "killed");
      primary.restartWithData();
    }
  }

  /** Nothing but the news of the sentinels tells of it: the connection lives on. */
  @Test
  void primaryThatOnlySentinelsHaveLost_isLeft() throws Exception {
    try (Peer peer = Peer.connect(uri(), "a")) {
      peer.request(waiting("r1", "cut-off"));
      peer.log.claim(new Known(new RequestId("r1"), lock("cut-off"), true));
      RedisServer former = group.primary();
      awaitCopies(former);
      try (RawRedis raw = former.raw()) {
        raw.command("CONFIG", "SET", "requirepass", "not-for-sentinels");
        String clients = String.valueOf(raw.command("CLIENT", "LIST"));
        clients
            .lines()
            .filter(line -> line.contains("name=sentinel-"))
            .map(line -> line.replaceAll("^id=(\\d+) .*$", "$1"))
            .forEach(id -> raw.command("CLIENT", "KILL", "ID", id));
        RedisServer next = group.awaitOtherThan(former);
        peer.awaitEvents(Event.Attached.class, 1);
        assertThat(String.valueOf(raw.command("CLIENT", "LIST"))).doesNotContain("holdfast:a");
        assertKeptOn(next, "cut-off");
        assertThat(peer.release("r1", "cut-off").outcome()).isEqualTo(Outcome.RELEASED);
        raw.command("CONFIG", "SET", "requirepass", "");
      }
    }
  }

  @Test
  void frozenPrimary_isLeftForTheOneThatTookOver() throws Exception {
    try (Peer peer = Peer.connect(uri() + "&timeout=500ms", "a")) {
      RedisServer primary = group.primary();
      primary.pause();
      try {
        group.awaitOtherThan(primary);
        assertThatThrownBy(() -> peer.request(waiting("r1", "frozen")))
            .isInstanceOf(StoreUnavailableException.class);
        assertThat(peer.requestUntilAnswered(waiting("r1", "frozen"))).isInstanceOf(Granted.class);
      } finally {
        primary.resume();
      }
    }
  }

  @Test
  void sentinelsThatAreAwayOrFrozen_areDoneWithout() throws Exception {
    List<RedisServer> sentinels = group.sentinels();
    sentinels.get(0).pause();
    try (Peer peer = Peer.connect(uri(), "a")) {
      assertThat(peer.request(waiting("r1", "frozen-sentinel"))).isInstanceOf(Granted.class);
      peer.release("r1", "frozen-sentinel");
    } finally {
      sentinels.get(0).resume();
    }
    String withStranger = uri().replace("/main", ",127.0.0.1:" + Ports.free() + "/main");
    try (Peer peer = Peer.connect(withStranger, "a")) {
      assertThat(peer.request(waiting("r1", "stranger"))).isInstanceOf(Granted.class);
      peer.release("r1", "stranger");
    }
  }

  @Test
  void noSentinel_isUnavailable() {
    assertThatThrownBy(
            () -> Peer.connect("redis-sentinel://127.0.0.1:" + Ports.free() + "/main", "a"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("connection refused");
  }

  @Test
  void unknownMaster_isRefused() {
    assertThatThrownBy(() -> Peer.connect(uri().replace("/main", "/other"), "a"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("no sentinel knows a master named 'other'");
  }

  @Test
  void sentinelsWantAPasswordOfTheirOwn() {
    for (String login :
        List.of("", "?sentinelPassword=wrong", "?sentinelUser=x&sentinelPassword=y")) {
      assertThatThrownBy(() -> Peer.connect(uri(group.sentinels().get(0)) + login, "a"))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("sentinelPassword")
          .hasMessageNotContaining("wrong password of")
          .satisfies(refused -> assertThat(refused.toString()).doesNotContain("=wrong"));
    }
  }

  @Test
  void serverInPlaceOfASentinel_isRefused_andSentinelInPlaceOfAServer() {
    RedisServer server = group.servers().get(0);
    assertThatThrownBy(() -> Peer.connect(uri(server), "a"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("see that they are sentinels");
    RedisServer sentinel = group.sentinels().get(0);
    assertThatThrownBy(() -> Peer.connect("redis://:s3ntinel@127.0.0.1:" + sentinel.port(), "a"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("it runs as a sentinel")
        .hasMessageContaining("redis-sentinel://HOSTS/MASTER");
  }

  @Test
  void database_isSelected() throws Exception {
    try (Peer peer = Peer.connect(uri() + "&db=3", "a");
        RawRedis raw = group.primary().raw()) {
      peer.request(waiting("r1", "in-three"));
      raw.command("SELECT", "3");
      assertThat(raw.command("EXISTS", "{hf:0}:l:in-three")).isEqualTo(1L);
      peer.release("r1", "in-three");
    }
  }

  @Test
  void closedClient_leavesNoConnectionBehind() throws Exception {
    Peer.connect(uri(), "leaver").close();
    for (RedisServer server : group.sentinels()) {
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () -> {
                try (RawRedis raw = server.raw()) {
                  assertThat(String.valueOf(raw.command("CLIENT", "LIST")))
                      .doesNotContain("holdfast:leaver");
                }
              });
    }
  }
}
