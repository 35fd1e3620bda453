package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.get;
import static dev.holdfast.redis.Peer.lock;
import static dev.holdfast.redis.Peer.once;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockSummary;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.testing.server.SlotMove;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots that move, wholly or in part, and primaries that change. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class ClusterTest {

  private static final ShardKeys KEYS = ShardKeys.inCluster("hf", 0);
  private static final String TABLE = KEYS.sessions();
  private static final Duration SOON = Duration.ofSeconds(30);

  private static RedisCluster cluster;

  @Parameter RedisVersion version;

  private Peer a;
  private Peer b;

  @BeforeParameterizedClassInvocation
  static void start(RedisVersion version) {
    cluster =
        RedisCluster.builder()
            .version(version.assumeAvailable())
            .nodeTimeout(Duration.ofMillis(1_500))
            .start();
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @BeforeEach
  void connect() throws Exception {
    cluster.awaitWhole();
    a = Peer.connect(cluster.uri(), "a");
    b = Peer.connect(cluster.uri(), "b");
  }

  @AfterEach
  void close() throws Exception {
    cluster.primaries().forEach(server -> SlotMove.abandon(server, TABLE));
    b.close();
    a.close();
  }

  /** A name in the shard in which the peers have their sessions. */
  private static String name(String begin) {
    for (int i = 0; ; i++) {
      if (ShardKeys.of(begin + i, ShardKeys.count(true)) == 0) {
        return begin + i;
      }
    }
  }

  private static String record(String name) {
    return KEYS.lock(lock(name)).record();
  }

  private static RedisServer primary() {
    return await().atMost(SOON).until(() -> cluster.primaryOf(TABLE), Optional::isPresent).get();
  }

  private static RedisServer another(RedisServer than) {
    return cluster.primaries().stream().filter(server -> server != than).findFirst().orElseThrow();
  }

  private static Known held(String id, String name) {
    return new Known(new RequestId(id), lock(name), true);
  }

  private static Event.Attached attached(Peer peer) {
    return peer.log.events().stream()
        .filter(Event.Attached.class::isInstance)
        .map(Event.Attached.class::cast)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static RenewAnswer renewUntilAnswered(Peer peer) {
    return await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> get(peer.session().renew()), answer -> answer != null);
  }

  private static Outcome releaseUntilAnswered(Peer peer, String id, String name) {
    return await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> peer.release(id, name), answer -> answer != null)
        .outcome();
  }

  @Test
  void movedSlot_isFollowed_andWhatIsHeldStaysHeld() throws Exception {
    String name = name("moved");
    Granted granted = (Granted) a.request(waiting("r1", name));
    a.log.claim(held("r1", name));
    RedisServer from = primary();
    RedisServer to = another(from);
    cluster.move(TABLE, from, to).begin().end();
    assertThat(a.requestUntilAnswered(waiting("r1", name))).isEqualTo(granted);
    a.awaitEvents(Event.Attached.class, 1);
    assertThat(attached(a).processChanged()).isTrue();
    assertThat(attached(a).missing()).isEmpty();
    assertThat(b.requestUntilAnswered(once("r2", name))).isEqualTo(new Refused());
    assertThat(a.release("r1", name).outcome()).isEqualTo(Outcome.RELEASED);
    Granted next = (Granted) b.request(waiting("r3", name));
    assertThat(next.grant().sequence()).isGreaterThan(granted.grant().sequence());
    b.release("r3", name);
  }

  /** What has moved when others look: nothing, the sessions only, the lock only, everything. */
  enum Moved {
    NOTHING,
    SESSIONS,
    LOCK,
    ALL
  }

  @ParameterizedTest
  @EnumSource(Moved.class)
  void halfMovedSlot_neverLooksFree_andRenewalsGoOn(Moved moved) throws Exception {
    String name = name("half-" + moved);
    a.request(waiting("r1", name));
    a.log.claim(held("r1", name));
    RedisServer from = primary();
    RedisServer to = another(from);
    SlotMove move = cluster.move(TABLE, from, to).begin();
    switch (moved) {
      case NOTHING -> {}
      case SESSIONS -> move.keys(TABLE);
      case LOCK -> move.keys(record(name));
      case ALL -> move.keys(TABLE, KEYS.descriptions(), KEYS.layout(), record(name));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(get(a.session().renew())).isEqualTo(RenewAnswer.RENEWED);
      assertThat(get(b.session().renew())).isEqualTo(RenewAnswer.RENEWED);
      assertNotGranted(once("once-" + i, name));
    }
    move.end();
    assertThat(renewUntilAnswered(a)).isEqualTo(RenewAnswer.RENEWED);
    assertThat(b.requestUntilAnswered(once("late", name))).isEqualTo(new Refused());
    assertThat(a.requestUntilAnswered(waiting("r1", name))).isInstanceOf(Granted.class);
    assertThat(releaseUntilAnswered(a, "r1", name)).isEqualTo(Outcome.RELEASED);
    assertThat(b.requestUntilAnswered(once("then", name))).isInstanceOf(Granted.class);
    b.release("then", name);
  }

  private void assertNotGranted(Request request) throws Exception {
    RequestAnswer answer;
    try {
      answer = b.request(request);
    } catch (StoreUnavailableException whileItMoves) {
      assertThat(whileItMoves).hasMessageContaining("TRYAGAIN");
      return;
    }
    assertThat(answer).isEqualTo(new Refused());
  }

  @Test
  void list_whileASlotMoves_hasWhatOtherShardsHave() throws Exception {
    String moving = name("listed");
    String elsewhere = "listed-elsewhere";
    assertThat(ShardKeys.of(elsewhere, ShardKeys.count(true))).isNotZero();
    RedisServer from = primary();
    try (LockClient client = LockClient.connect(cluster.uri());
        Lease one = client.lock(moving).acquire();
        Lease other = client.lock(elsewhere).acquire()) {
      assertThat(listed(client)).containsExactlyInAnyOrder(moving, elsewhere);
      SlotMove move = cluster.move(TABLE, from, another(from)).begin();
      assertThat(listed(client)).contains(elsewhere);
      move.end();
      await()
          .atMost(SOON)
          .ignoreExceptions()
          .until(() -> listed(client).containsAll(List.of(moving, elsewhere)));
      assertThat(List.of(one, other)).allMatch(Lease::isHeld);
    }
  }

  private static List<String> listed(LockClient client) {
    return client.list("listed*").map(LockSummary::name).toList();
  }

  @Test
  void contendedLockInAHalfMovedSlot_isHandedOnOnceAllOfItHasMoved() throws Exception {
    String name = name("contended");
    a.request(waiting("r1", name));
    a.log.claim(held("r1", name));
    b.request(waiting("r2", name));
    b.log.claim(new Known(new RequestId("r2"), lock(name), false));
    RedisServer from = primary();
    RedisServer to = another(from);
    SlotMove move = cluster.move(TABLE, from, to).begin();
    move.keys(KEYS.lock(lock(name)).forRequests());
    // A key that is in none of the two places could be in either, as far as they know.
    assertThatThrownBy(() -> a.release("r1", name))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("TRYAGAIN");
    move.end();
    assertThat(releaseUntilAnswered(a, "r1", name)).isEqualTo(Outcome.RELEASED);
    assertThat(b.requestUntilAnswered(waiting("r2", name))).isInstanceOf(Granted.class);
    assertThat(releaseUntilAnswered(b, "r2", name)).isEqualTo(Outcome.RELEASED);
  }

  @Test
  void failOverByAgreement_isFollowed() throws Exception {
    String name = name("agreed");
    Granted granted = (Granted) a.request(waiting("r1", name));
    a.log.claim(held("r1", name));
    RedisServer former = primary();
    cluster.failOverTo(cluster.replicasOf(former).get(0));
    assertThat(a.requestUntilAnswered(waiting("r1", name))).isEqualTo(granted);
    assertThat(attached(a).processChanged()).isTrue();
    assertThat(releaseUntilAnswered(a, "r1", name)).isEqualTo(Outcome.RELEASED);
  }

  /** It is still connected to the former primary, through which messages can reach it. */
  @Test
  void waiterThatDoesNotKnowOfTheFailOver_isNotToldOfAGrantThatNobodyGot() throws Exception {
    String name = name("unaware");
    a.request(waiting("r1", name));
    a.log.claim(held("r1", name));
    b.request(waiting("r2", name));
    b.log.claim(new Known(new RequestId("r2"), lock(name), false));
    RedisServer former = primary();
    cluster.failOverTo(cluster.replicasOf(former).get(0));
    assertThat(a.requestUntilAnswered(waiting("r1", name))).isInstanceOf(Granted.class);
    assertThat(a.release("r1", name).outcome()).isEqualTo(Outcome.RELEASED);
    if (a.request(once("r3", name)) instanceof Granted) {
      assertThat(b.log.grants()).isEmpty();
      a.release("r3", name);
    } else {
      // The former primary has told it to go by ending its subscription, and it was quick.
      b.awaitEvents(Event.Granted.class, 1);
    }
    assertThat(renewUntilAnswered(b)).isEqualTo(RenewAnswer.RENEWED);
    assertThat(b.requestUntilAnswered(waiting("r2", name))).isInstanceOf(Granted.class);
    assertThat(releaseUntilAnswered(b, "r2", name)).isEqualTo(Outcome.RELEASED);
  }

  @Test
  void killedPrimary_isReplacedByItsReplica() throws Exception {
    String name = name("killed");
    Granted granted = (Granted) a.request(waiting("r1", name));
    a.log.claim(held("r1", name));
    RedisServer former = primary();
    try (RawRedis raw = former.raw()) {
      raw.command("WAIT", "1", "10000");
    }
    former.kill();
    a.awaitEvents(Event.Attached.class, 1);
    assertThat(attached(a).missing()).isEmpty();
    assertThat(a.requestUntilAnswered(waiting("r1", name))).isEqualTo(granted);
    assertThat(releaseUntilAnswered(a, "r1", name)).isEqualTo(Outcome.RELEASED);
    Granted next = (Granted) b.requestUntilAnswered(waiting("r2", name));
    assertThat(next.grant().sequence()).isGreaterThan(granted.grant().sequence());
    releaseUntilAnswered(b, "r2", name);
    former.restartWithData();
  }

  @Test
  void frozenPrimary_isLeftForTheOneThatTookOver() throws Exception {
    String name = name("frozen");
    RedisServer former = primary();
    try (Peer quick = Peer.connect(cluster.uri() + "?timeout=500ms", "quick")) {
      former.pause();
      try {
        assertThatThrownBy(() -> quick.request(waiting("r1", name)))
            .isInstanceOf(StoreUnavailableException.class);
        assertThat(quick.requestUntilAnswered(waiting("r1", name))).isInstanceOf(Granted.class);
        releaseUntilAnswered(quick, "r1", name);
      } finally {
        former.resume();
      }
    }
  }

  @Test
  void allShards_shareOneConnectionForEachPrimary() throws Exception {
    try (Peer peer = Peer.connect(cluster.uri(), "all-shards")) {
      for (int shard = 1; shard < peer.store().shards(); shard++) {
        get(peer.store().openSession(shard, Peer.TTL, peer.log));
      }
      for (RedisServer server : cluster.primaries()) {
        try (RawRedis raw = server.raw()) {
          String clients = String.valueOf(raw.command("CLIENT", "LIST"));
          assertThat(clients.lines().filter(line -> line.contains("holdfast:all-shards")))
              .hasSizeLessThanOrEqualTo(1);
        }
      }
    }
  }

  @Test
  void waiterIsToldByAMessage_afterAMove_too() throws Exception {
    String name = name("told");
    RedisServer from = primary();
    RedisServer to = another(from);
    cluster.move(TABLE, from, to).begin().end();
    assertThat(renewUntilAnswered(b)).isEqualTo(RenewAnswer.RENEWED);
    a.requestUntilAnswered(waiting("r1", name));
    assertThat(b.requestUntilAnswered(waiting("r2", name))).isInstanceOf(Queued.class);
    long granted = b.log.count(Event.Granted.class);
    assertThat(a.release("r1", name).outcome()).isEqualTo(Outcome.RELEASED);
    b.awaitEvents(Event.Granted.class, granted + 1);
    b.release("r2", name);
  }

  @Test
  void singleServer_isRefusedAsACluster_andTheOtherWayRound() {
    RedisServer member = cluster.servers().get(0);
    assertThatThrownBy(() -> Peer.connect(member.uri(), "a"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("it runs as a cluster")
        .hasMessageContaining("redis-cluster://");
    try (RedisServer single = RedisServer.start(version)) {
      assertThatThrownBy(() -> Peer.connect("redis-cluster://127.0.0.1:" + single.port(), "a"))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("cluster support disabled");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "resp2"})
  void resp2_isForServersWhoseMessagesGoEverywhere(String protocol) throws Exception {
    String uri = cluster.uri() + "?protocol=" + protocol;
    if (version == RedisVersion.DISTRIBUTION && protocol.equals("resp2")) {
      assertThatThrownBy(() -> Peer.connect(uri, "a"))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("need RESP3");
      return;
    }
    try (Peer peer = Peer.connect(uri, "p")) {
      String name = name("protocol");
      a.request(waiting("r1", name));
      peer.request(waiting("r2", name));
      a.release("r1", name);
      peer.awaitEvents(Event.Granted.class, 1);
      peer.release("r2", name);
    }
  }
}
