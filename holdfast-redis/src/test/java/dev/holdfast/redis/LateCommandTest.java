package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.lock;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.proxy.HeldRequest;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands of an old connection that the server carries out after a newer one is attached. */
class LateCommandTest {

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

  /** Sends a request that the network keeps back, and lets the client connect anew. */
  private HeldRequest requestKeptBack(String id) {
    HeldRequest held = proxy.hold(Match.containing(id));
    CompletionStage<RequestAnswer> lost = peer.session().request(waiting(id, "n"));
    held.awaitCaught(SOON);
    proxy.cut();
    await().until(() -> lost.toCompletableFuture().isCompletedExceptionally());
    peer.awaitEvents(Event.Attached.class, 1);
    return held;
  }

  private long evalshaCalls() {
    try (RawRedis raw = server.raw()) {
      return raw.commandStats().getOrDefault("evalsha", 0L);
    }
  }

  private void releaseAndAwaitExecution(HeldRequest held) {
    long before = evalshaCalls();
    held.release();
    await().atMost(SOON).until(() -> evalshaCalls() > before);
  }

  @Test
  void lateAcquire_afterItsCancellation_grantsNothing() throws Exception {
    HeldRequest held = requestKeptBack("req-1");
    assertThat(peer.release("req-1", "n").outcome()).isEqualTo(Outcome.NOT_HOLDING);
    releaseAndAwaitExecution(held);
    assertFree();
  }

  @Test
  void lateAcquire_afterItWasAskedAgainAndReleased_grantsNothing() throws Exception {
    HeldRequest held = requestKeptBack("req-1");
    assertThat(peer.request(waiting("req-1", "n"))).isInstanceOf(Granted.class);
    assertThat(peer.release("req-1", "n").outcome()).isEqualTo(Outcome.RELEASED);
    releaseAndAwaitExecution(held);
    assertFree();
  }

  @Test
  void lateAcquire_afterTheSessionWasClosed_grantsNothing() throws Exception {
    HeldRequest held = requestKeptBack("req-1");
    Peer.get(peer.session().close());
    releaseAndAwaitExecution(held);
    assertFree();
  }

  @Test
  void lateRenewal_doesNotBringBackTheOlderConnection() throws Exception {
    HeldRequest held = proxy.hold(Match.containing(peer.session().id()));
    CompletionStage<?> lost = peer.session().renew();
    held.awaitCaught(SOON);
    proxy.cut();
    await().until(() -> lost.toCompletableFuture().isCompletedExceptionally());
    peer.awaitEvents(Event.Attached.class, 1);
    releaseAndAwaitExecution(held);
    assertThat(peer.request(waiting("req-1", "n"))).isInstanceOf(Granted.class);
  }

  private void assertFree() throws Exception {
    assertThat(Peer.get(peer.store().inspect(lock("n"))).holders()).isEmpty();
    try (RawRedis raw = server.raw()) {
      assertThat(raw.command("EXISTS", "{hf:0}:l:n")).isEqualTo(0L);
      assertThat(raw.command("EXISTS", "{hf:0}:q:n")).isEqualTo(0L);
    }
  }
}
