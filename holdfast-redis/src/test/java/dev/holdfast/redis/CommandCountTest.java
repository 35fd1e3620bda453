package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.once;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What each step costs the server, and many steps at once. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class CommandCountTest {

  @Parameter RedisVersion version;

  private RedisServer server;
  private RawRedis raw;
  private Peer a;
  private Peer b;

  @BeforeEach
  void connect() throws Exception {
    server = RedisServer.start(version.assumeAvailable());
    raw = server.raw();
    // Counted is what is sent, and not how fast a busy machine answers.
    String uri = server.uri() + "?timeout=1m";
    a = Peer.connect(uri, "a", Duration.ofMinutes(30));
    b = Peer.connect(uri, "b", Duration.ofMinutes(30));
    raw.resetStats();
  }

  @AfterEach
  void close() throws Exception {
    b.close();
    a.close();
    raw.close();
    server.close();
  }

  /** Calls since the last time, without those of this test. */
  private Map<String, Long> calls() {
    Map<String, Long> calls = new HashMap<>(raw.commandStats());
    raw.resetStats();
    calls.keySet().removeIf(name -> name.startsWith("config") || name.equals("info"));
    return calls;
  }

  @Test
  void uncontended_twoCommands_andEightCallsOfScripts() throws Exception {
    a.request(waiting("r1", "n"));
    a.release("r1", "n");
    assertThat(calls())
        .isEqualTo(
            Map.of(
                "evalsha", 2L, "time", 2L, "hmget", 1L, "set", 1L, "hset", 1L, "hget", 1L, "get",
                1L, "del", 1L));
  }

  @Test
  void contended_oneCommandToQueue_oneMessageToHandOn() throws Exception {
    a.request(waiting("r1", "n"));
    b.request(waiting("r2", "n"));
    assertThat(calls()).containsEntry("evalsha", 2L).containsEntry("publish", 1L);
    a.release("r1", "n");
    b.awaitEvents(Event.Granted.class, 1);
    b.release("r2", "n");
    assertThat(calls()).containsEntry("evalsha", 2L).containsEntry("publish", 1L);
  }

  @Test
  void renewal_oneCommand_whateverIsHeld() throws Exception {
    List<CompletableFuture<RequestAnswer>> requests = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      requests.add(a.session().request(waiting("r" + i, "n" + i)).toCompletableFuture());
    }
    for (CompletableFuture<RequestAnswer> request : requests) {
      assertThat(Peer.get(request)).isInstanceOf(Granted.class);
    }
    calls();
    Peer.get(a.session().renew());
    assertThat(calls())
        .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hmget", 1L, "hdel", 1L, "hset", 1L));
  }

  @Test
  void renewalThatLooksAfterLocks_isOneCommandToo() throws Exception {
    List<Known> held = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      a.request(waiting("r" + i, "n" + i));
      held.add(new Known(new RequestId("r" + i), Peer.lock("n" + i), true));
    }
    raw.command("DEL", "{hf:0}:l:n42");
    calls();
    assertThat(Peer.get(a.session().renew(held))).isEqualTo(RenewAnswer.RENEWED);
    assertThat(calls())
        .isEqualTo(
            Map.of("evalsha", 1L, "time", 1L, "hmget", 1L, "get", 100L, "hdel", 1L, "hset", 1L));
    assertThat(a.log.events()).containsExactly(new Event.Missing(Set.of(new RequestId("r42"))));
  }

  @Test
  void tenThousandAtOnce_areAllAnswered() throws Exception {
    int count = 10_000;
    List<CompletableFuture<RequestAnswer>> holding = new ArrayList<>();
    List<CompletableFuture<RequestAnswer>> waiters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      holding.add(a.session().request(waiting("h" + i, "n" + i)).toCompletableFuture());
    }
    for (CompletableFuture<RequestAnswer> request : holding) {
      assertThat(Peer.get(request)).isInstanceOf(Granted.class);
    }
    for (int i = 0; i < count; i++) {
      waiters.add(b.session().request(waiting("w" + i, "n" + i)).toCompletableFuture());
    }
    for (CompletableFuture<RequestAnswer> request : waiters) {
      assertThat(Peer.get(request)).isInstanceOf(Queued.class);
    }
    List<CompletableFuture<ReleaseAnswer>> releases = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      releases.add(
          a.session().release(Peer.lock("n" + i), new RequestId("h" + i)).toCompletableFuture());
    }
    for (CompletableFuture<ReleaseAnswer> release : releases) {
      assertThat(Peer.get(release).heldByOther()).isTrue();
    }
    b.awaitEvents(Event.Granted.class, count);
    assertThat(a.log.count(Event.Detached.class) + b.log.count(Event.Detached.class)).isZero();
  }

  @Test
  void aHundredThousandNames_leaveNothingBehind() throws Exception {
    Semaphore inFlight = new Semaphore(500);
    AtomicInteger released = new AtomicInteger();
    for (int i = 0; i < 100_000; i++) {
      inFlight.acquire();
      String name = "name-" + i;
      String id = "r" + i;
      a.session()
          .request(once(id, name))
          .thenCompose(granted -> a.session().release(Peer.lock(name), new RequestId(id)))
          .whenComplete(
              (answer, failure) -> {
                if (failure == null && answer.outcome() == ReleaseAnswer.Outcome.RELEASED) {
                  released.incrementAndGet();
                }
                inFlight.release();
              });
    }
    inFlight.acquire(500);
    assertThat(released).hasValue(100_000);
    assertThat((List<?>) raw.command("KEYS", "*"))
        .map(String::valueOf)
        .containsExactlyInAnyOrder("{hf:0}:s", "{hf:0}:i", "{hf:0}:v");
    assertThat(raw.command("HLEN", "{hf:0}:s")).isEqualTo(3L);
    assertThat(calls()).containsEntry("evalsha", 200_000L);
  }
}
