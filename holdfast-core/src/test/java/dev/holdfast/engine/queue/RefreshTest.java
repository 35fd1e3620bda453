package dev.holdfast.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockView;
import dev.holdfast.LossReason;
import dev.holdfast.engine.session.Callbacks;
import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.SessionKeeper;
import dev.holdfast.engine.time.SystemTime;
import dev.holdfast.engine.time.TimerThread;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the answer means when the record of a lease is refreshed, which asks for it again. */
class RefreshTest {

  private static final Duration TTL = Duration.ofMillis(600);

  /** Short, so that each renewal refreshes. */
  private static final Duration RECORD_TTL = Duration.ofMillis(700);

  private static final RequestAnswer GRANT = new RequestAnswer.Granted(new Grant(7, false));

  private final TimeSource time = new SystemTime();
  private final TimerThread timer = new TimerThread("RefreshTest");
  private final Store store = new Store();
  private final EngineContext context =
      new EngineContext(
          store, time, timer, new Callbacks(Runnable::run, Runnable::run, time, List.of()));
  private final SessionKeeper keeper = new SessionKeeper(context, 0, TTL);
  private final ResourceId lock = new ResourceId(ResourceKind.LOCK, "k");
  private final LocalQueue queue = new LocalQueue(new Home(), lock);

  @AfterEach
  void end() {
    timer.close();
  }

  private EngineLease acquire() {
    Ask ask = new Ask(Request.ALL, true, true, 0, false, Optional.empty(), null, 1, "main", "");
    Waiter waiter = Waiter.calling(ask, () -> {});
    assertThat(queue.enter(waiter)).isTrue();
    await().until(() -> waiter.state() == Waiter.State.GIVEN);
    return waiter.lease();
  }

  @Test
  void sameGrant_keepsTheLease() {
    EngineLease lease = acquire();
    await().until(() -> store.asked.size() > 3);
    assertThat(lease.held(time.nanos())).isTrue();
    assertThat(store.released).isEmpty();
  }

  static Stream<RequestAnswer> otherAnswers() {
    return Stream.of(
        new RequestAnswer.Granted(new Grant(8, false)),
        new RequestAnswer.Queued(1, Duration.ofSeconds(1)),
        new RequestAnswer.Refused());
  }

  @ParameterizedTest
  @MethodSource("otherAnswers")
  void anythingElse_isALoss_andTheRequestIsTakenBack(RequestAnswer other) {
    EngineLease lease = acquire();
    store.answer = other;
    await().until(() -> lease.lossReason() == LossReason.STORE_SAID);
    assertThat(lease.held(time.nanos())).isFalse();
    await().until(() -> store.released.equals(List.of(store.asked.get(0))));
    assertThat(queue.current()).isNull();
  }

  private final class Home implements QueueHome {

    private final AtomicLong ids = new AtomicLong();

    @Override
    public EngineContext context() {
      return context;
    }

    @Override
    public CompletableFuture<ClientSession> session(ResourceId resource) {
      return keeper.session();
    }

    @Override
    public RequestId nextRequestId() {
      return new RequestId("r" + ids.incrementAndGet());
    }

    @Override
    public boolean closed() {
      return false;
    }

    @Override
    public boolean interruptOnLoss() {
      return false;
    }

    @Override
    public void retire(LocalQueue retired) {}

    @Override
    public void remember(ThreadHold hold) {}

    @Override
    public void unkept(ThreadHold hold) {}
  }

  /** Answers every request alike. */
  private static final class Store implements LockStore, StoreSession {

    private final List<RequestId> asked = new CopyOnWriteArrayList<>();
    private final List<RequestId> released = new CopyOnWriteArrayList<>();
    private volatile RequestAnswer answer = GRANT;

    private static <T> CompletableFuture<T> done(T value) {
      return CompletableFuture.completedFuture(value);
    }

    @Override
    public CompletionStage<RequestAnswer> request(Request request) {
      asked.add(request.id());
      return done(answer);
    }

    @Override
    public CompletionStage<ReleaseAnswer> release(ResourceId resource, RequestId id) {
      released.add(id);
      return done(new ReleaseAnswer(ReleaseAnswer.Outcome.NOT_HOLDING, false));
    }

    @Override
    public CompletionStage<RenewAnswer> renew(List<Known> held) {
      return done(RenewAnswer.RENEWED);
    }

    @Override
    public CompletionStage<SettleAnswer> settle(
        ResourceId resource, RequestId id, Duration leaseTime) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId id, int units) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<PermitsAnswer> changePermits(PermitsChange change) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<LatchAnswer> latch(LatchRequest request) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<Void> acknowledge(RequestId id) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<RevokeAnswer> revoke(
        ResourceId resource, long sequence, OptionalLong token, boolean force) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<Void> close() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public String id() {
      return "session";
    }

    @Override
    public Duration ttl() {
      return TTL;
    }

    @Override
    public CompletionStage<StoreSession> openSession(
        int shard, Duration ttl, SessionListener listener) {
      return done(this);
    }

    @Override
    public Optional<Duration> recordTtl() {
      return Optional.of(RECORD_TTL);
    }

    @Override
    public String kind() {
      return "test";
    }

    @Override
    public String address() {
      return "test:";
    }

    @Override
    public int shards() {
      return 1;
    }

    @Override
    public int shardOf(ResourceId resource) {
      return 0;
    }

    @Override
    public boolean sharesUnits() {
      return false;
    }

    @Override
    public Duration commandTimeout() {
      return Duration.ofSeconds(2);
    }

    @Override
    public CompletionStage<Void> connect() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<LockView> inspect(ResourceId resource) {
      throw new AssertionError("not asked here");
    }
  }
}
