package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.get;
import static dev.holdfast.redis.Peer.lock;
import static dev.holdfast.redis.Peer.once;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestId;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.proxy.After;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.proxy.Trap;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that break, fall silent, or can't be made, over both protocol versions. */
@ParameterizedClass
@ValueSource(strings = {"auto", "resp2"})
class ReconnectTest {

  private static final Duration TIMEOUT = Duration.ofMillis(900);

  @Parameter String protocol;

  private RedisServer server;
  private TcpProxy proxy;
  private Peer peer;

  @BeforeEach
  void connect() throws Exception {
    server = RedisServer.start(RedisVersion.DISTRIBUTION.assumeAvailable());
    proxy = TcpProxy.to(server.host(), server.port());
    peer = Peer.connect(uri(), "a");
  }

  private String uri() {
    return "redis://127.0.0.1:%d?timeout=%dms&protocol=%s"
        .formatted(proxy.port(), TIMEOUT.toMillis(), protocol);
  }

  @AfterEach
  void close() throws Exception {
    if (peer != null) {
      peer.close();
    }
    proxy.close();
    server.close();
  }

  @Test
  void cutConnection_isReplaced_andTheSessionVerified() throws Exception {
    Granted before = (Granted) peer.request(waiting("r1", "n"));
    proxy.cut();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(peer.log.events().get(0)).isEqualTo(new Event.Detached());
    Event.Attached attached = (Event.Attached) peer.log.events().get(1);
    assertThat(attached.processChanged()).isFalse();
    assertThat(attached.missing()).isEmpty();
    assertThat(peer.request(waiting("r1", "n"))).isEqualTo(before);
  }

  @Test
  void callsWhileThereIsNoConnection_failAtOnce() throws Exception {
    proxy.refuse();
    proxy.cut();
    peer.awaitEvents(Event.Detached.class, 1);
    List<CompletionStage<?>> calls =
        List.of(
            peer.session().renew(),
            peer.session().request(waiting("r1", "n")),
            peer.session().release(lock("n"), new RequestId("r1")),
            peer.session().settle(lock("n"), new RequestId("r1"), Duration.ofSeconds(1)),
            peer.store().openSession(0, Peer.TTL, peer.log),
            peer.session().acknowledge(new RequestId("r1")),
            peer.store().inspect(lock("n")),
            peer.store().revoke(lock("n"), 7, OptionalLong.empty(), false));
    for (CompletionStage<?> call : calls) {
      assertThat(call.toCompletableFuture()).isCompletedExceptionally();
      assertThatThrownBy(() -> get(call))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("127.0.0.1:" + proxy.port());
    }
    proxy.restore();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(peer.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
  }

  @Test
  void answerThatIsLostInABreak_isFoundAgainByAskingAgain() throws Exception {
    proxy.dropReply(Match.containing("req-1"), After.CUT);
    assertThatThrownBy(() -> peer.request(waiting("req-1", "n")))
        .isInstanceOf(StoreUnavailableException.class);
    peer.awaitEvents(Event.Attached.class, 1);
    long held = holderSequence("n");
    Granted granted = (Granted) peer.request(waiting("req-1", "n"));
    assertThat(granted.grant().sequence()).isEqualTo(held);
    proxy.dropReply(Match.containing("req-1"), After.CUT);
    assertThatThrownBy(() -> peer.release("req-1", "n"))
        .isInstanceOf(StoreUnavailableException.class);
    peer.awaitEvents(Event.Attached.class, 2);
    assertThat(peer.release("req-1", "n").outcome()).isEqualTo(Outcome.NOT_HOLDING);
  }

  private long holderSequence(String name) {
    try (RawRedis raw = server.raw()) {
      String record = String.valueOf(raw.command("GET", "{hf:0}:l:" + name));
      return Long.parseLong(record.substring(16, 32));
    }
  }

  @Test
  void messageThatIsLostInABreak_isFoundAgainByAskingAgain() throws Exception {
    try (Peer holder = Peer.connect(server.uri(), "b")) {
      holder.request(waiting("r0", "n"));
      assertThat(peer.request(waiting("r1", "n"))).isInstanceOf(Queued.class);
      proxy.refuse();
      proxy.cut();
      peer.awaitEvents(Event.Detached.class, 1);
      holder.release("r0", "n");
      proxy.restore();
      peer.awaitEvents(Event.Attached.class, 1);
      assertThat(peer.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
      assertThat(peer.log.grants()).isEmpty();
    }
  }

  @Test
  void revocationWhoseMessageIsLost_isToldWhenTheSessionIsVerified() throws Exception {
    Granted granted = (Granted) peer.request(waiting("r1", "n"));
    proxy.refuse();
    proxy.cut();
    peer.awaitEvents(Event.Detached.class, 1);
    try (Peer operator = Peer.connect(server.uri(), "b")) {
      get(
          operator
              .store()
              .revoke(lock("n"), granted.grant().sequence(), OptionalLong.empty(), false));
    }
    proxy.restore();
    peer.awaitEvents(Event.Revoked.class, 1);
    assertThat(peer.log.count(Event.Attached.class)).isEqualTo(1);
  }

  @Test
  void messagesComeOverTheNewConnection() throws Exception {
    try (Peer holder = Peer.connect(server.uri(), "b")) {
      proxy.cut();
      peer.awaitEvents(Event.Attached.class, 1);
      holder.request(waiting("r0", "n"));
      peer.request(waiting("r1", "n"));
      holder.release("r0", "n");
      peer.awaitEvents(Event.Granted.class, 1);
    }
  }

  @Test
  void silentServer_callsFailWithinTheTimeOut_andTheConnectionIsReplaced() throws Exception {
    long connections = proxy.connectionsMade();
    proxy.blackHole();
    long start = System.nanoTime();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add(peer.session().request(waiting("r" + i, "n")).toCompletableFuture());
    }
    for (CompletableFuture<?> call : calls) {
      assertThatThrownBy(() -> get(call))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("no answer in 900ms");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    await().until(() -> proxy.connectionsMade() > connections);
    proxy.restore();
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(peer.request(waiting("r0", "n"))).isInstanceOf(Granted.class);
  }

  @Test
  void renewalIntoABlackHole_failsEarly_soThatAnotherOneIsInTime() throws Exception {
    try (Peer brief = Peer.connect(uri(), "brief", Duration.ofMillis(1_800))) {
      proxy.blackHole();
      assertThatThrownBy(() -> get(brief.session().renew()))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("no answer to a renewal in 300ms");
      proxy.restore();
      brief.awaitEvents(Event.Attached.class, 1);
      assertThat(get(brief.session().renew())).isEqualTo(RenewAnswer.RENEWED);
    }
  }

  @Test
  void waiterWithoutAConnection_isNotGranted_andGetsTheLockWhenItIsBack() throws Exception {
    try (Peer other = Peer.connect(server.uri(), "b");
        RawRedis raw = server.raw()) {
      other.request(waiting("r1", "n"));
      peer.request(waiting("r2", "n"));
      proxy.refuse();
      proxy.cut();
      awaitListeners(raw, 1);

      assertThat(other.release("r1", "n")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, false));

      assertThat(get(other.store().inspect(lock("n"))).holders()).isEmpty();
      proxy.restore();
      peer.awaitEvents(Event.Attached.class, 1);
      assertThat(peer.request(waiting("r2", "n"))).isInstanceOf(Granted.class);
      assertThat(peer.log.grants()).isEmpty();
    }
  }

  @Test
  void waiterWithoutAConnection_isOvertakenByWhoeverAsks_andKeepsItsPlace() throws Exception {
    try (Peer other = Peer.connect(server.uri(), "b");
        RawRedis raw = server.raw()) {
      other.request(waiting("r1", "n"));
      peer.request(waiting("r2", "n"));
      proxy.refuse();
      proxy.cut();
      awaitListeners(raw, 1);
      other.release("r1", "n");

      Granted next = (Granted) other.request(once("r3", "n"));

      assertThat(next.grant().othersWait()).isTrue();
      proxy.restore();
      peer.awaitEvents(Event.Attached.class, 1);
      assertThat(((Queued) peer.request(waiting("r2", "n"))).place()).isEqualTo(1);
      other.release("r3", "n");
      peer.awaitEvents(Event.Granted.class, 1);
    }
  }

  /** The server has noticed which connections have ended. */
  private static void awaitListeners(RawRedis raw, int count) {
    await()
        .until(
            () -> raw.command("PUBSUB", "CHANNELS", "{hf:0}:c:*"),
            channels -> channels instanceof List<?> list && list.size() == count);
  }

  @Test
  void pausedServer_isAttachedAgainWhenItGoesOn() throws Exception {
    peer.request(waiting("r1", "n"));
    server.pause();
    try {
      assertThatThrownBy(() -> get(peer.session().renew()))
          .isInstanceOf(StoreUnavailableException.class);
    } finally {
      server.resume();
    }
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(peer.release("r1", "n").outcome()).isEqualTo(Outcome.RELEASED);
  }

  @Test
  void attachmentWhoseAnswerIsLost_isRepeated() throws Exception {
    peer.request(waiting("r1", "n"));
    // The first request that names the session subscribes, the second one attaches.
    Trap lost = proxy.dropReply(Match.containing(peer.session().id()).nth(2), After.CUT);
    proxy.cut();
    lost.awaitSprung(Duration.ofSeconds(10));
    peer.awaitEvents(Event.Attached.class, 1);
    assertThat(peer.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
    assertThat(peer.log.count(Event.Attached.class)).isEqualTo(1);
  }

  @Test
  void breaksInAQuickRow_endAttached() throws Exception {
    peer.request(waiting("r1", "n"));
    for (int i = 0; i < 20; i++) {
      await().until(() -> proxy.connectionsOpen() > 0);
      proxy.cut();
    }
    assertThat(peer.requestUntilAnswered(waiting("r1", "n"))).isInstanceOf(Granted.class);
    assertThat(peer.log.count(Event.Gone.class)).isZero();
    assertThat(peer.log.count(Event.Detached.class))
        .isEqualTo(peer.log.count(Event.Attached.class));
  }

  @Test
  void sessionThatEndedMeanwhile_isGone() throws Exception {
    proxy.refuse();
    proxy.cut();
    peer.awaitEvents(Event.Detached.class, 1);
    try (RawRedis raw = server.raw()) {
      raw.command("HDEL", "{hf:0}:s", peer.session().id());
    }
    proxy.restore();
    peer.awaitEvents(Event.Gone.class, 1);
    assertThat(peer.log.count(Event.Attached.class)).isZero();
    assertThat(peer.request(waiting("r1", "n"))).isEqualTo(new RequestAnswer.Gone());
  }

  @Test
  void closingWithoutAConnection_ends() throws Exception {
    proxy.refuse();
    proxy.cut();
    peer.awaitEvents(Event.Detached.class, 1);
    assertThatThrownBy(() -> get(peer.session().close()))
        .isInstanceOf(StoreUnavailableException.class);
    peer.store().close().toCompletableFuture().get(10, TimeUnit.SECONDS);
    assertThat(peer.log.events()).containsExactly(new Event.Detached());
    assertThat(Set.copyOf(peer.log.events())).doesNotContain(new Event.Gone());
  }
}
