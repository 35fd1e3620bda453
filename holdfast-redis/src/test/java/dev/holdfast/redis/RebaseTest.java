package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.fair;
import static dev.holdfast.redis.Peer.get;
import static dev.holdfast.redis.Peer.lock;
import static dev.holdfast.redis.Peer.once;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockView;
import dev.holdfast.redis.script.Script;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.proxy.After;
import dev.holdfast.testing.proxy.HeldRequest;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.proxy.Trap;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another server process answers: with all data, with some, with none. */
class RebaseTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  private RedisServer server;
  private TcpProxy proxy;
  private Peer peer;

  @BeforeEach
  void connect() throws Exception {
    server = RedisServer.start(RedisVersion.DISTRIBUTION.assumeAvailable());
    proxy = TcpProxy.to(server.host(), server.port());
    peer = Peer.connect("redis://127.0.0.1:" + proxy.port(), "a");
  }

  @AfterEach
  void close() throws Exception {
    if (peer != null) {
      peer.close();
    }
    proxy.close();
    server.close();
  }

  private static Known held(String id, String name) {
    return new Known(new RequestId(id), lock(name), true);
  }

  private static Known waits(String id, String name) {
    return new Known(new RequestId(id), lock(name), false);
  }

  private Event.Attached attached() {
    return peer.log.events().stream()
        .filter(Event.Attached.class::isInstance)
        .map(Event.Attached.class::cast)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Test
  void restartWithData_whatIsKnownIsMovedToAFreshSession() throws Exception {
    String old = peer.session().id();
    Granted granted = (Granted) peer.request(waiting("r1", "n"));
    try (Peer other = Peer.connect(server.uri(), "b")) {
      other.request(waiting("r2", "m"));
      peer.request(fair("r3", "m"));
      peer.log.claim(held("r1", "n"), waits("r3", "m"));
      other.log.claim(held("r2", "m"));
      server.restartWithData();
      peer.awaitEvents(Event.Attached.class, 1);
      other.awaitEvents(Event.Attached.class, 1);
      assertThat(attached().processChanged()).isTrue();
      assertThat(attached().missing()).isEmpty();
      assertThat(peer.session().id()).isNotEqualTo(old);
      assertThat(peer.request(waiting("r1", "n"))).isEqualTo(granted);
      assertThat(((Queued) peer.request(fair("r3", "m"))).place()).isEqualTo(1);
      other.release("r2", "m");
      peer.awaitEvents(Event.Granted.class, 1);
    }
    try (RawRedis raw = server.raw()) {
      assertThat(raw.command("HGET", "{hf:0}:s", old)).isNull();
      assertThat(raw.command("HGET", "{hf:0}:i", old)).isNull();
    }
  }

  @Test
  void restartWithData_whatIsNotKnownIsFree() throws Exception {
    peer.request(waiting("forgotten", "n"));
    server.restartWithData();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(peer.request(once("r2", "n"))).isInstanceOf(Granted.class);
  }

  @Test
  void restartWithoutData_whatWasHeldIsMissing_andSequencesRise() throws Exception {
    Granted before = (Granted) peer.request(waiting("r1", "n"));
    peer.log.claim(held("r1", "n"), waits("r2", "m"));
    server.restartWithoutData();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(attached().processChanged()).isTrue();
    assertThat(attached().missing()).containsExactly(new RequestId("r1"));
    assertThat(peer.log.count(Event.Gone.class)).isZero();
    Granted after = (Granted) peer.request(waiting("r3", "n"));
    assertThat(after.grant().sequence()).isGreaterThan(before.grant().sequence());
  }

  @Test
  void olderData_whereTheGrantHadNotHappened_isMissingAndItsPlaceIsTakenBack() throws Exception {
    peer.request(waiting("r1", "n"));
    peer.request(waiting("r2", "n"));
    peer.log.claim(held("r2", "n"));
    server.restartWithData();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(attached().missing()).containsExactly(new RequestId("r2"));
    await().untilAsserted(() -> assertThat(get(peer.store().inspect(lock("n"))).queue()).isEmpty());
    assertThat(peer.request(once("r3", "n"))).isInstanceOf(Granted.class);
  }

  @Test
  void restartWithData_readersAndPermitsAreMoved_andWhatIsNotKnownOfThemIsFree() throws Exception {
    ResourceId permits = new ResourceId(ResourceKind.SEMAPHORE, "n");
    RequestId set = new RequestId("set");
    get(peer.session().changePermits(new PermitsChange(set, permits, Action.SET, 5)));
    Granted reader = (Granted) peer.request(units("r1", lock("n"), 1));
    peer.request(units("r2", lock("n"), 1));
    peer.request(units("p1", permits, 2));
    peer.request(units("p2", permits, 3));
    peer.log.claim(held("r1", "n"), new Known(new RequestId("p1"), permits, true));
    server.restartWithData();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(attached().missing()).isEmpty();
    assertThat(peer.request(units("r1", lock("n"), 1))).isEqualTo(reader);
    assertThat(get(peer.store().inspect(lock("n"))).holders()).hasSize(1);
    assertThat(get(peer.store().permits(permits))).contains(new Permits(5, 3));
  }

  @Test
  void olderData_whereMoreWasHeldThanIsNow_isShrunk() throws Exception {
    peer.request(waiting("r1", "n"));
    peer.log.claim(new Known(new RequestId("r1"), lock("n"), true, 1));
    server.restartWithData();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(attached().missing()).isEmpty();
    assertThat(get(peer.store().inspect(lock("n"))).holders())
        .extracting(LockView.Holder::units)
        .containsExactly(1);
  }

  private static Request units(String id, ResourceId resource, int units) {
    return new Request(
        new RequestId(id), resource, units, true, false, Optional.empty(), "main", "");
  }

  @Test
  void lateSession_isReplacedEvenIfItEndedMeanwhile() throws Exception {
    peer.request(waiting("r1", "n"));
    peer.log.claim(held("r1", "n"));
    proxy.refuse();
    proxy.cut();
    peer.awaitEvents(Event.Detached.class, 1);
    server.restartWithData();
    try (RawRedis raw = server.raw()) {
      raw.command("HDEL", "{hf:0}:s", peer.session().id());
    }
    proxy.restore();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(attached().missing()).isEmpty();
    assertThat(peer.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
  }

  @Test
  void flushAll_onTheSameProcess_endsTheSession_andSequencesRise() throws Exception {
    Granted before = (Granted) peer.request(waiting("r1", "n"));
    try (RawRedis raw = server.raw()) {
      raw.command("FLUSHALL");
      raw.command("HSET", "{hf:0}:s", "#", "0000000000000001");
    }
    assertThat(get(peer.session().renew()).name()).isEqualTo("GONE");
    peer.awaitEvents(Event.Gone.class, 1);
    get(peer.store().openSession(0, Peer.TTL, peer.log));
    try (RawRedis raw = server.raw()) {
      assertThat(Long.parseLong(String.valueOf(raw.command("HGET", "{hf:0}:s", "#"))))
          .isEqualTo(before.grant().sequence());
    }
  }

  @Test
  void interrupted_isBegunAnew_andNothingIsLost() throws Exception {
    List<Known> known = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      peer.request(waiting("held-" + i, "n" + i));
      known.add(held("held-" + i, "n" + i));
    }
    peer.log.claim(known.toArray(Known[]::new));
    for (int nth : List.of(1, 2, 5, 20, 21, 22)) {
      long attachments = peer.log.count(Event.Attached.class);
      Trap broken = proxy.cutAfter(new Match(nth, request -> request.contains("EVALSHA"), "call"));
      server.restartWithData();
      broken.awaitSprung(SOON);
      peer.awaitEvents(Event.Attached.class, attachments + 1);
      assertThat(attached().processChanged()).isTrue();
      assertThat(attached().missing()).as("after break " + nth).isEmpty();
    }
    for (int i = 0; i < 20; i++) {
      assertThat(peer.request(waiting("held-" + i, "n" + i))).isInstanceOf(Granted.class);
    }
    try (Peer other = Peer.connect(server.uri(), "b")) {
      for (int i = 0; i < 20; i++) {
        assertThat(other.request(once("other", "n" + i))).isEqualTo(new Refused());
      }
    }
    try (RawRedis raw = server.raw()) {
      Set<String> fields = Set.of("#", peer.session().id());
      List<String> live = new ArrayList<>();
      for (Object field : (List<?>) raw.command("HKEYS", "{hf:0}:s")) {
        live.add(field.toString());
      }
      assertThat(live).contains(fields.toArray(String[]::new));
    }
  }

  @Test
  void whatOperatorsHaveTakenAway_isToldToTheFreshSession() throws Exception {
    Granted granted = (Granted) peer.request(waiting("r1", "n"));
    peer.log.claim(held("r1", "n"));
    try (Peer operator = Peer.connect(server.uri(), "b")) {
      get(
          operator
              .store()
              .revoke(lock("n"), granted.grant().sequence(), OptionalLong.empty(), false));
    }
    peer.awaitEvents(Event.Revoked.class, 1);
    server.restartWithData();
    peer.awaitEvents(Event.Attached.class, 1);
    get(peer.session().renew());
    peer.awaitEvents(Event.Revoked.class, 2);
    get(peer.session().acknowledge(new RequestId("r1")));
    get(peer.session().renew());
    assertThat(peer.log.count(Event.Revoked.class)).isEqualTo(2);
  }

  @Test
  void moveOfAnEarlierTry_thatArrivesLate_movesNothingBack() throws Exception {
    Granted granted = (Granted) peer.request(waiting("req-1", "n"));
    peer.log.claim(held("req-1", "n"));
    HeldRequest late = proxy.hold(Match.containing("req-1"));
    server.restartWithData();
    late.awaitCaught(SOON);
    proxy.cut();
    peer.awaitEvents(Event.Attached.class, 1);
    String session = peer.session().id();
    long before = evalshaCalls();
    late.release();
    await().until(() -> evalshaCalls() > before);
    try (RawRedis raw = server.raw()) {
      assertThat(String.valueOf(raw.command("GET", "{hf:0}:l:n"))).contains(" " + session + " ");
    }
    assertThat(peer.request(waiting("req-1", "n"))).isEqualTo(granted);
  }

  private long evalshaCalls() {
    try (RawRedis raw = server.raw()) {
      return raw.commandStats().getOrDefault("evalsha", 0L);
    }
  }

  @Test
  void manyHeld_areMovedInChunks() throws Exception {
    List<Known> known = new ArrayList<>();
    for (int i = 0; i < 1_234; i++) {
      known.add(held("held-" + i, "n" + i));
    }
    for (Known request : known) {
      peer.session().request(waiting(request.id().value(), request.resource().name()));
    }
    peer.request(waiting("last", "last"));
    peer.log.claim(known.toArray(Known[]::new));
    server.restartWithData();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(attached().missing()).isEmpty();
    assertThat(peer.request(waiting("held-1233", "n1233"))).isInstanceOf(Granted.class);
  }

  @Test
  void scriptsAreKnownToTheNewProcess() throws Exception {
    server.restartWithData();
    peer.awaitEvents(Event.Attached.class, 1);
    try (RawRedis raw = server.raw()) {
      for (Script script : Script.OWN) {
        assertThat(raw.command("SCRIPT", "EXISTS", script.digest())).isEqualTo(List.of(1L));
      }
      raw.command("SCRIPT", "FLUSH");
    }
    assertThat(peer.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
    assertThat(proxy.requests("EVAL")).isEqualTo(1);
  }

  @Test
  void replyThatIsLost_betweenAttachmentAndRebase_isNoLoss() throws Exception {
    peer.request(waiting("req-1", "n"));
    peer.log.claim(held("req-1", "n"));
    Trap lost = proxy.dropReply(Match.containing("req-1"), After.CUT);
    server.restartWithData();
    lost.awaitSprung(SOON);
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(attached().missing()).isEmpty();
    assertThat(peer.request(waiting("req-1", "n"))).isInstanceOf(Granted.class);
  }
}
