package dev.holdfast.engine.session;

import dev.holdfast.ClientStatus;
import dev.holdfast.LossReason;
import dev.holdfast.engine.session.SessionMember.Phase;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.Scheduler.Timer;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.StoreSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One session of this client in one shard of the store, from its opening to its end.
 *
 * <pre>
 *            no renewal confirmed for TTL/2, or the clocks say "suspended"
 *   HELD ----------------------------------------------------------------> SUSPECT
 *     ^                                                                       |
 *     '------------------------- renewal confirmed --------------------------'
 *   HELD, SUSPECT --validity ran out, or the store says "gone"--> LOST   (final)
 *   HELD, SUSPECT --client closes--> CLOSED                              (final)
 * </pre>
 *
 * <p>HELD and SUSPECT are not stored: they are computed from the lease clock at each check, so that
 * they are right after a pause. Only the two ends are stored. A lost session is never brought back;
 * the keeper opens a fresh one for the next request.
 *
 * <p>Threads: events come on the store's threads and the timer. Members live in a concurrent map; a
 * member that joins while the session ends is either told of the end or refused, because it is put
 * into the map before the end is looked at, and the end is set before the map is walked.
 */
public final class ClientSession implements SessionListener {

  private static final Logger LOGGER = System.getLogger(ClientSession.class.getName());

  /** How a session ended. */
  private enum End {
    LOST,
    CLOSED
  }

  private final EngineContext context;
  private final StoreSession store;
  private final Errands errands;
  private final LeaseClock clock;
  private final Renewal renewal;
  private final SlowCheck slowCheck;
  private final Absence absence;
  private final Consumer<ClientSession> onEnd;
  private final Members members = new Members();
  private final AtomicReference<@Nullable End> end = new AtomicReference<>();
  // Set while a suspect session is being verified, so that it is begun once.
  private final AtomicBoolean verifying = new AtomicBoolean();
  // Written by the store's event thread and by onAttached; read anywhere, only to choose when to
  // send again, so a stale value costs a failed attempt.
  private volatile boolean attached = true;
  private volatile @Nullable Timer expiryTimer;

  private ClientSession(
      EngineContext context,
      StoreSession store,
      long sentNanos,
      long sentWallMillis,
      Consumer<ClientSession> onEnd) {
    this.context = context;
    this.store = store;
    this.errands = new Errands(store);
    this.onEnd = onEnd;
    this.clock = new LeaseClock(context.time(), store.ttl(), sentNanos, sentWallMillis);
    this.slowCheck = new SlowCheck(context, store.ttl());
    this.absence =
        new Absence(context, () -> members.all().forEach(SessionMember::onStillDetached));
    this.renewal =
        new Renewal(
            context,
            store,
            new Renewal.Outcome() {
              @Override
              public void onRenewed(long renewalSentNanos, long renewalSentWallMillis) {
                confirmed(renewalSentNanos, renewalSentWallMillis);
              }

              @Override
              public void onGone() {
                lose(LossReason.STORE_SAID);
              }
            },
            new HeldCheck(members.all())::next);
  }

  /**
   * Opens a session.
   *
   * @param onEnd called once when the session has ended, before its members are told
   */
  static CompletableFuture<ClientSession> open(
      EngineContext context, int shard, Duration ttl, Consumer<ClientSession> onEnd) {
    long sentNanos = context.time().nanos();
    long sentWallMillis = context.time().wallMillis();
    EarlyEvents events = new EarlyEvents();
    return context
        .store()
        .openSession(shard, ttl, events)
        .thenApply(
            opened -> {
              ClientSession session =
                  new ClientSession(context, opened, sentNanos, sentWallMillis, onEnd);
              session.renewal.start();
              session.watchExpiry();
              events.deliverTo(session);
              return session;
            })
        .toCompletableFuture();
  }

  /** The store's side of the session. */
  public StoreSession store() {
    return store;
  }

  /** The time to live that the store granted. */
  public Duration ttl() {
    return store.ttl();
  }

  /** Whether it has not ended and its validity has not run out. */
  public boolean valid(long nowNanos) {
    return end.get() == null && clock.remainingNanos(nowNanos) > 0;
  }

  /** Whether the machine may have been suspended, so that only the store knows. Asks it. */
  public boolean doubtful() {
    if (!clock.doubtful()) {
      return false;
    }
    verifySoon();
    return true;
  }

  /** Nanoseconds of validity left; zero or negative when it has run out. */
  public long remainingNanos(long nowNanos) {
    return end.get() == null ? clock.remainingNanos(nowNanos) : 0;
  }

  /** Whether nothing new may be given to the application until the store has confirmed. */
  public boolean suspect(long nowNanos) {
    if (!clock.stale(nowNanos) && !clock.doubtful()) {
      return false;
    }
    verifySoon();
    return true;
  }

  /** How it stands, for people. Changes nothing. */
  ClientStatus.Session status(long nowNanos) {
    return new ClientStatus.Session(
        store.id(),
        attached,
        clock.stale(nowNanos) || clock.doubtful(),
        store.ttl(),
        Duration.ofNanos(Math.max(0, remainingNanos(nowNanos))));
  }

  /** Warns and renews on the timer, because callers may hold a guard. Once until confirmed. */
  private void verifySoon() {
    if (verifying.compareAndSet(false, true)) {
      var unused = context.scheduler().schedule(this::verify, 0);
    }
  }

  private void verify() {
    if (end.get() != null) {
      return;
    }
    LOGGER.log(
        Level.WARNING,
        "Session {0} in {1} is suspect: no renewal was confirmed for half of its TTL, or the"
            + " machine was suspended. It is lost in {2} ms unless the store confirms it.",
        store.id(),
        context.store().address(),
        Math.max(0, clock.remainingNanos(context.time().nanos())) / 1_000_000);
    renewal.now();
  }

  /** Whether a connection is there as far as is known. */
  public boolean attached() {
    return attached;
  }

  /** Adds a request; false if the session has ended, and then nothing is remembered. */
  public boolean join(SessionMember member) {
    members.add(member);
    if (end.get() != null) {
      // Whoever removes it tells it: either the end's walk, or this caller by the answer.
      return members.remove(member.id()) == null;
    }
    return true;
  }

  /** Forgets a request. */
  public void leave(RequestId id) {
    members.remove(id);
    slowCheck.forget(id);
  }

  /** A member waits in the store. */
  public void watch(SessionMember member, Duration checkAgainIn) {
    slowCheck.watch(member, checkAgainIn);
  }

  /** A member waits no more. */
  public void unwatch(RequestId id) {
    slowCheck.forget(id);
  }

  /** The session is over: everything that hangs on it is told. Only the first call counts. */
  public void lose(LossReason reason) {
    if (!end.compareAndSet(null, End.LOST)) {
      return;
    }
    stop();
    LOGGER.log(
        Level.WARNING,
        "Session {0} in {1} is lost ({2}), and with it {3} requests",
        store.id(),
        context.store().address(),
        reason,
        members.size());
    context.callbacks().tell(listener -> listener.onSessionLost(reason));
    members.tellLost(reason);
    // If it still lives in the store, nobody must wait for its TTL. A failure is logged there.
    CompletableFuture<@Nullable Void> unused = errands.close();
  }

  /**
   * Ends the session in order; members have released before.
   *
   * @return completes when the store has confirmed, or has failed to
   */
  CompletableFuture<@Nullable Void> close() {
    if (!end.compareAndSet(null, End.CLOSED)) {
      return CompletableFuture.completedFuture(null);
    }
    stop();
    // What has no answer yet will get none that matters.
    return errands
        .close()
        .thenRun(() -> members.tellLost(LossReason.STORE_SAID))
        .thenApply(done -> null);
  }

  private void stop() {
    renewal.end();
    slowCheck.end();
    absence.close();
    Timer timer = expiryTimer;
    if (timer != null) {
      timer.cancel();
    }
    onEnd.accept(this);
  }

  /** Loses the session when its validity has run out; otherwise looks again then. */
  private void watchExpiry() {
    long nowNanos = context.time().nanos();
    long remainingNanos = clock.remainingNanos(nowNanos);
    if (remainingNanos <= 0) {
      lose(LossReason.EXPIRED);
      return;
    }
    long delay = suspect(nowNanos) ? remainingNanos : clock.staleInNanos(nowNanos);
    if (end.get() == null) {
      expiryTimer = context.scheduler().schedule(this::watchExpiry, delay);
    }
  }

  /** Returns false if it is no news, or too late. */
  private boolean confirmed(long sentNanos, long sentWallMillis) {
    if (end.get() != null) {
      return false;
    }
    if (clock.remainingNanos(context.time().nanos()) <= 0) {
      // The answer came after the end that the application was, or could have been, told.
      lose(LossReason.EXPIRED);
      return false;
    }
    if (!clock.confirm(sentNanos, sentWallMillis)) {
      return false;
    }
    if (verifying.getAndSet(false)) {
      LOGGER.log(Level.INFO, "Session {0} is confirmed again", store.id());
    }
    for (SessionMember member : members.all()) {
      member.onConfirmed();
    }
    return true;
  }

  @Override
  public void onGrant(RequestId id, ResourceId resource, Grant grant) {
    SessionMember member = members.get(id);
    if (member != null) {
      member.onGrant(grant);
    } else if (end.get() == null) {
      errands.giveBack(id, resource);
    }
  }

  @Override
  public void onRevoked(Revocation revocation) {
    SessionMember member = members.get(revocation.id());
    if (member != null) {
      member.onRevoked(revocation, () -> errands.acknowledge(revocation.id()));
    } else if (end.get() == null) {
      errands.giveBackRevoked(revocation.id(), revocation.resource());
    }
  }

  @Override
  public void onOthersWait(RequestId id) {
    members.tell(id, SessionMember::onOthersWait);
  }

  @Override
  public void onRefused(RequestId id) {
    members.tell(id, SessionMember::askAgain);
  }

  @Override
  public void onMissing(Set<RequestId> missing) {
    missing.forEach(id -> members.tell(id, SessionMember::onFoundMissing));
  }

  @Override
  public void onLatchEnded(RequestId id, long round, LatchEnd latchEnd) {
    members.tell(id, member -> member.onLatchEnded(round, latchEnd));
  }

  @Override
  public void onDetached() {
    attached = false;
    absence.begin();
    members.all().forEach(SessionMember::onDetached);
  }

  @Override
  public List<Known> known() {
    return members.known();
  }

  @Override
  public void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing) {
    attached = true;
    absence.end();
    missing.forEach(id -> members.tell(id, SessionMember::onMissing));
    // What the wall clock showed when it was sent, if it was not stepped since.
    long sinceMillis = (context.time().nanos() - sentNanos) / 1_000_000;
    boolean news = confirmed(sentNanos, context.time().wallMillis() - sinceMillis);
    for (Phase phase : Phase.values()) {
      for (SessionMember member : members.all()) {
        member.onAttached(phase, processChanged);
      }
    }
    if (!news) {
      // The store has the session, and nothing yet that confirms it.
      renewal.now();
    }
  }

  @Override
  public void onGone() {
    lose(LossReason.STORE_SAID);
  }

  @Override
  public String toString() {
    return "session " + Objects.requireNonNull(store.id()) + " in " + context.store().address();
  }
}
