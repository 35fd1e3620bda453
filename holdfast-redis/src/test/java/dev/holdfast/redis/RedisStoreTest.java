package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.get;
import static dev.holdfast.redis.Peer.lock;
import static dev.holdfast.redis.Peer.once;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockView;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The store's calls between two clients on a quiet network. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class RedisStoreTest {

  @Parameter RedisVersion version;

  private RedisServer server;
  private Peer a;
  private Peer b;

  @BeforeEach
  void connect() throws Exception {
    server = RedisServer.start(version.assumeAvailable());
    a = Peer.connect(server.uri(), "a");
    b = Peer.connect(server.uri(), "b");
  }

  @AfterEach
  void close() throws Exception {
    if (b != null) {
      b.close();
    }
    if (a != null) {
      a.close();
    }
    server.close();
  }

  @Test
  void request_free_isGrantedWithTheServersClock() throws Exception {
    Granted granted = (Granted) a.request(waiting("r1", "n"));
    assertThat(granted.grant().othersWait()).isFalse();
    assertThat(granted.grant().sequence())
        .isBetween(1_700_000_000_000_000L, 4_000_000_000_000_000L);
    assertThat(a.request(waiting("r1", "n"))).isEqualTo(granted);
  }

  @Test
  void request_held_isQueuedAndTheHolderIsTold() throws Exception {
    a.request(waiting("r1", "n"));
    Queued queued = (Queued) b.request(waiting("r2", "n"));
    assertThat(queued.place()).isEqualTo(1);
    assertThat(queued.checkAgainIn()).isBetween(Duration.ofSeconds(20), Peer.TTL);
    await().until(() -> a.log.events().contains(new Event.OthersWait(new RequestId("r1"))));
    assertThat(((Granted) a.request(waiting("r1", "n"))).grant().othersWait()).isTrue();
  }

  @Test
  void request_heldAndMayNotWait_isRefusedWithoutATrace() throws Exception {
    a.request(waiting("r1", "n"));
    assertThat(b.request(once("r2", "n"))).isEqualTo(new Refused());
    a.release("r1", "n");
    assertOnlyConstantKeys();
  }

  @Test
  void release_withWaiters_handsOnInOrderByMessage() throws Exception {
    Granted first = (Granted) a.request(waiting("r1", "n"));
    b.request(waiting("r2", "n"));
    b.request(waiting("r3", "n"));
    assertThat(a.release("r1", "n")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, true));
    b.awaitEvents(Event.Granted.class, 1);
    Event.Granted second = b.log.grants().get(0);
    assertThat(second.id()).isEqualTo(new RequestId("r2"));
    assertThat(second.resource()).isEqualTo(lock("n"));
    assertThat(second.grant().othersWait()).isTrue();
    assertThat(second.grant().sequence()).isGreaterThan(first.grant().sequence());
    b.release("r2", "n");
    b.awaitEvents(Event.Granted.class, 2);
    Event.Granted third = b.log.grants().get(1);
    assertThat(third.id()).isEqualTo(new RequestId("r3"));
    assertThat(third.grant().othersWait()).isFalse();
    assertThat(b.release("r3", "n")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, false));
    assertThat(b.release("r3", "n")).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, false));
    assertOnlyConstantKeys();
  }

  @Test
  void release_ofAWaiter_leavesNothingOfIt() throws Exception {
    a.request(waiting("r1", "n"));
    b.request(waiting("r2", "n"));
    assertThat(b.release("r2", "n")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, true));
    assertThat(((Granted) a.request(waiting("r1", "n"))).grant().othersWait()).isFalse();
    assertThat(a.release("r1", "n")).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, false));
    assertThat(b.log.grants()).isEmpty();
    assertOnlyConstantKeys();
  }

  @Test
  void request_leaseTimePassed_isGrantedToTheNextWithoutARelease() throws Exception {
    a.request(Peer.leased("r1", "n", Duration.ofMillis(300)));
    Queued queued = (Queued) b.request(waiting("r2", "n"));
    assertThat(queued.checkAgainIn()).isLessThanOrEqualTo(Duration.ofMillis(301));
    await().until(() -> b.request(waiting("r2", "n")), Granted.class::isInstance);
    assertThat(a.release("r1", "n")).isEqualTo(new ReleaseAnswer(Outcome.NOT_HOLDING, true));
  }

  @Test
  void settle_grantedThroughTheQueue_boundsTheLeaseOnce() throws Exception {
    a.request(waiting("r1", "n"));
    b.request(waiting("r2", "n"));
    a.release("r1", "n");
    RequestId second = new RequestId("r2");
    Duration long_ = Duration.ofMinutes(1);
    assertThat(get(b.session().settle(lock("n"), second, Duration.ofMillis(400))))
        .isEqualTo(SettleAnswer.SETTLED);
    assertThat(get(b.session().settle(lock("n"), second, long_))).isEqualTo(SettleAnswer.SETTLED);
    Queued queued = (Queued) a.request(waiting("r3", "n"));
    assertThat(queued.checkAgainIn()).isLessThanOrEqualTo(Duration.ofMillis(401));
    await().until(() -> a.request(waiting("r3", "n")), Granted.class::isInstance);
    assertThat(get(b.session().settle(lock("n"), second, long_)))
        .isEqualTo(SettleAnswer.NOT_HOLDING);
  }

  @Test
  void close_session_freesWhatItHolds() throws Exception {
    a.request(waiting("r1", "n"));
    get(a.session().close());
    assertThat(b.request(once("r2", "n"))).isInstanceOf(Granted.class);
    assertThat(a.request(waiting("r3", "m"))).isEqualTo(new RequestAnswer.Gone());
    assertThat(get(a.session().renew())).isEqualTo(RenewAnswer.GONE);
    assertThat(a.log.count(Event.Gone.class)).isZero();
  }

  @Test
  void renew_sessionRemovedInTheStore_isGoneOnce() throws Exception {
    try (RawRedis raw = server.raw()) {
      assertThat(get(a.session().renew())).isEqualTo(RenewAnswer.RENEWED);
      raw.command("HDEL", "{hf:0}:s", a.session().id());
    }
    assertThat(get(a.session().renew())).isEqualTo(RenewAnswer.GONE);
    assertThat(a.request(waiting("r1", "n"))).isEqualTo(new RequestAnswer.Gone());
    a.awaitEvents(Event.Gone.class, 1);
    assertThat(a.log.count(Event.Gone.class)).isEqualTo(1);
  }

  @Test
  void inspect_showsHolderAndQueue() throws Exception {
    Granted granted = (Granted) a.request(waiting("r1", "n"));
    b.request(waiting("r2", "n"));
    LockView view = get(a.store().inspect(lock("n")));
    assertThat(view.name()).isEqualTo("n");
    assertThat(view.holders()).hasSize(1);
    LockView.Holder holder = view.holders().get(0);
    assertThat(holder.party()).isEqualTo(new LockView.Party("a", "host-of-a", 42, "thread-r1", ""));
    assertThat(holder.fencingToken()).isEqualTo(granted.grant().sequence() << 10);
    assertThat(holder.remaining()).isBetween(Duration.ofSeconds(20), Peer.TTL);
    assertThat(view.queue()).hasSize(1);
    assertThat(view.queue().get(0).requestId()).isEqualTo("r2");
    assertThat(view.queue().get(0).party().client()).isEqualTo("b");
    assertThat(get(a.store().inspect(lock("other"))))
        .isEqualTo(new LockView("other", List.of(), List.of()));
  }

  private void assertOnlyConstantKeys() {
    try (RawRedis raw = server.raw()) {
      assertThat((List<?>) raw.command("KEYS", "*"))
          .map(String::valueOf)
          .containsExactlyInAnyOrder("{hf:0}:s", "{hf:0}:i", "{hf:0}:v");
    }
  }
}
