package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import dev.holdfast.LossReason;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.ShrinkAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Drives one request to the store, from the first asking until the store has nothing of it left.
 *
 * <p>At most one call about the request is in flight, so calls can't overtake each other: a
 * withdrawal waits for the answer before it. A call without an answer is made again, on the next
 * connection or after a pause; since every call names the request's own id, that changes nothing
 * more.
 *
 * <p>All fields are guarded by the queue's guard, except where noted.
 */
final class StoreRequest implements StoreCalls.Answers {

  private final LocalQueue queue;
  private final Request request;
  private final StoreCalls calls;
  private final RequestMember member;
  private final HandoffBudget budget = new HandoffBudget();
  private final Releasing releasing = new Releasing();

  // Volatile: read without the guard to skip members that have nothing to do.
  private volatile RequestState state = RequestState.ASKING;
  // Volatile: written once, before a grant can come; read by lease checks without the guard.
  private volatile @Nullable ClientSession session;
  // Volatile: part of a lease's validity. When the last call that refreshed the record was sent.
  private volatile long recordNanos;
  // Whom it serves: those who share, once its lease is no longer exclusive.
  private QueueCore core;
  private int units;
  // Null as long as it was never to keep fewer units than granted.
  private @Nullable Shrinking shrinking;
  private boolean inFlight;
  // Whether the call in flight refreshes the record of a lease, rather than asking for one.
  private boolean refreshing;
  private boolean withdrawn;
  // The lease of it that was taken away: what follows from that is under way.
  private @Nullable EngineLease takenAway;
  private boolean wasQueued;
  private int failures;
  private long firstSentNanos;

  StoreRequest(LocalQueue queue, QueueCore core, Request request, Together.@Nullable Part part) {
    this.queue = queue;
    this.core = core;
    this.request = request;
    this.units = request.units();
    this.calls = new StoreCalls(queue, request, part, this);
    this.member = new RequestMember(queue, this);
  }

  RequestId id() {
    return request.id();
  }

  ResourceId resource() {
    return request.resource();
  }

  Request request() {
    return request;
  }

  /** Read without the guard too. */
  RequestState state() {
    return state;
  }

  /** When the last call that refreshed the record was sent; read without the guard too. */
  long recordNanos() {
    return recordNanos;
  }

  HandoffBudget budget() {
    return budget;
  }

  QueueCore core() {
    return core;
  }

  /** Others are served by it from now on. */
  void moveTo(QueueCore other) {
    core = other;
  }

  /** How many units are asked for, were granted, or are kept. */
  int units() {
    return units;
  }

  /** What is known of its giving back. */
  Releasing releasing() {
    return releasing;
  }

  CompletableFuture<ReleaseOutcome> released() {
    return releasing.done();
  }

  /** The session that it hangs on; only once it was sent. */
  ClientSession session() {
    ClientSession joined = session;
    if (joined == null) {
      throw new IllegalStateException("Request " + id() + " has no session yet");
    }
    return joined;
  }

  /** Whether nobody knows yet what the store thinks of it, and no call has failed. */
  boolean firstAnswerPending() {
    return state == RequestState.ASKING && failures == 0;
  }

  /** Whether the store can't be reached about it at present. */
  boolean failing() {
    ClientSession joined = session;
    return failures > 0 || (joined != null && !joined.attached());
  }

  /** Validity by session and by record; read without the guard. */
  long remainingNanos(long nowNanos) {
    long recordTtlNanos = queue.recordTtlNanos();
    long record = recordNanos + recordTtlNanos - recordTtlNanos / 50 - nowNanos;
    return Math.min(session().remainingNanos(nowNanos), record);
  }

  boolean handoffAllowed(int handoffs, long nowNanos) {
    return !withdrawn
        && !session().suspect(nowNanos)
        && budget.allows(handoffs, nowNanos, session().ttl().toNanos());
  }

  /**
   * Whether the store may have set the bound of the lease when it granted, and so counts from the
   * first sending at the earliest. A request that was queued gets its bound by a settlement.
   */
  boolean boundedFromFirstSending() {
    return request.leaseTime().isPresent() && !wasQueued;
  }

  long firstSentNanos() {
    return firstSentNanos;
  }

  // ---- asking ------------------------------------------------------------------------------

  void start(Effects effects) {
    inFlight = true;
    effects.add(calls::open);
  }

  @Override
  public void onSession(
      @Nullable ClientSession opened, @Nullable Throwable failure, Effects effects) {
    if (state == RequestState.DONE) {
      return;
    }
    if (opened == null) {
      askFailed(failure, effects);
    } else if (withdrawn) {
      // Nothing was ever sent, so nothing is to be taken back.
      finish(ReleaseOutcome.RELEASED, effects);
    } else if (opened.join(member)) {
      session = opened;
      firstSentNanos = queue.context().time().nanos();
      recordNanos = firstSentNanos;
      effects.add(() -> calls.ask(opened));
    } else {
      // It ended in this very moment; the keeper is about to forget it.
      inFlight = false;
      calls.retryLater(failures);
    }
  }

  @Override
  public void onAnswer(
      @Nullable RequestAnswer answer,
      @Nullable Throwable failure,
      long sentNanos,
      Effects effects) {
    if (state == RequestState.DONE) {
      return;
    }
    if (answer == null) {
      askFailed(failure, effects);
      return;
    }
    boolean refreshed = refreshing && !withdrawn;
    inFlight = false;
    refreshing = false;
    failures = 0;
    core.contact();
    recordNanos = sentNanos;
    if (answer instanceof RequestAnswer.Granted granted) {
      granted(granted, effects);
    } else if (refreshed && !(answer instanceof RequestAnswer.Gone)) {
      missing(effects);
    } else if (answer instanceof RequestAnswer.Queued queued) {
      queued(queued, effects);
    } else if (answer instanceof RequestAnswer.Refused) {
      finish(ReleaseOutcome.RELEASED, effects);
      core.onRefused(this, effects);
    } else if (answer instanceof RequestAnswer.Gone) {
      effects.add(() -> session().lose(LossReason.STORE_SAID));
    } else {
      finish(ReleaseOutcome.RELEASED, effects);
      core.onFailed(this, QueueFailures.hopeless(answer, request, address()), effects);
    }
  }

  private void granted(RequestAnswer.Granted answer, Effects effects) {
    if (!state.holds()) {
      units = answer.units();
    }
    granted(answer.grant(), effects);
    if (state == RequestState.SHRINKING) {
      sendShrink(effects);
    }
  }

  private void granted(Grant given, Effects effects) {
    long nowNanos = queue.context().time().nanos();
    if (withdrawn) {
      if (!inFlight) {
        sendRelease(effects);
      }
    } else if (state.holds()) {
      if (given.sequence() != budget.grant().sequence()) {
        // Granted anew: the store had lost it meanwhile, and others may have held the lock.
        missing(effects);
      } else if (given.othersWait()) {
        budget.othersWait(nowNanos);
      }
    } else {
      budget.begin(given, nowNanos);
      session().unwatch(id());
      if (session().suspect(nowNanos)) {
        state = RequestState.HELD_BACK;
      } else {
        state = RequestState.GRANTED;
        core.onGranted(this, effects);
      }
    }
  }

  private void queued(RequestAnswer.Queued answer, Effects effects) {
    if (withdrawn) {
      sendRelease(effects);
    } else if (!state.holds()) {
      state = RequestState.QUEUED;
      wasQueued = true;
      session().watch(member, answer.checkAgainIn());
      core.onQueued(this, effects);
    }
  }

  private void askFailed(@Nullable Throwable failure, Effects effects) {
    inFlight = false;
    refreshing = false;
    failures++;
    HoldfastException known = Failures.of(failure, address());
    if (withdrawn) {
      state = RequestState.RELEASING;
      retry();
    } else if (state == RequestState.SHRINKING) {
      // Only the record's refreshment failed, before which nothing else could be sent.
      retry();
    } else if (state == RequestState.GRANTED || state == RequestState.HELD_BACK) {
      // Only the record's refreshment failed; the next confirmed renewal asks again.
      failures = 0;
    } else if (known instanceof StoreRefusedException || queue.home().closed()) {
      core.onFailed(this, known, effects);
      withdraw(effects);
    } else {
      if (state == RequestState.ASKING) {
        state = RequestState.UNSURE;
      }
      core.onUnreachable(this, known, effects);
      if (!withdrawn) {
        retry();
      }
    }
  }

  /** Sends again after a pause, or when the next connection is attached. */
  private void retry() {
    ClientSession joined = session;
    if (joined == null || joined.attached()) {
      calls.retryLater(failures);
    }
  }

  /** Sends what is wanted now, if nothing is on its way. */
  @Override
  public void onRetry(Effects effects) {
    if (inFlight || state == RequestState.DONE) {
      return;
    }
    ClientSession joined = session;
    if (withdrawn) {
      takeBack(effects);
    } else if (joined == null) {
      start(effects);
    } else if (state == RequestState.SHRINKING) {
      sendShrink(effects);
    } else if (state == RequestState.QUEUED || state == RequestState.UNSURE) {
      askOn(joined, effects);
    }
  }

  private void askOn(ClientSession joined, Effects effects) {
    inFlight = true;
    effects.add(() -> calls.ask(joined));
  }

  // ---- releasing ---------------------------------------------------------------------------

  /** Takes the request back, as soon as no call about it is on its way. */
  void withdraw(Effects effects) {
    if (withdrawn || state == RequestState.DONE) {
      return;
    }
    withdrawn = true;
    ClientSession joined = session;
    if (joined != null) {
      joined.unwatch(id());
    }
    if (!inFlight) {
      takeBack(effects);
    }
  }

  private void takeBack(Effects effects) {
    if (session == null) {
      finish(ReleaseOutcome.RELEASED, effects);
    } else {
      sendRelease(effects);
    }
  }

  private void sendRelease(Effects effects) {
    state = RequestState.RELEASING;
    inFlight = true;
    releasing.sent();
    ClientSession joined = session();
    effects.add(() -> calls.release(joined));
  }

  @Override
  public void onReleased(
      @Nullable ReleaseAnswer answer, @Nullable Throwable failure, Effects effects) {
    if (state == RequestState.DONE) {
      return;
    }
    inFlight = false;
    if (answer == null) {
      giveBackFailed(failure, effects);
      return;
    }
    core.contact();
    boolean shared = units != Request.ALL || resource().kind() != ResourceKind.LOCK;
    finish(releasing.outcome(answer, shared), effects);
    if (answer.outcome() == ReleaseAnswer.Outcome.GONE) {
      effects.add(() -> session().lose(LossReason.STORE_SAID));
    }
  }

  private void giveBackFailed(@Nullable Throwable failure, Effects effects) {
    failures++;
    releasing.failed(Failures.of(failure, address()), resource().name(), effects);
    retry();
  }

  private void finish(ReleaseOutcome outcome, Effects effects) {
    state = RequestState.DONE;
    ClientSession joined = session;
    if (joined != null) {
      joined.leave(id());
    }
    effects.add(() -> released().complete(outcome));
    if (shrinking != null) {
      shrinking.end(outcome, effects);
    }
    queue.requestEnds();
  }

  private String address() {
    return queue.context().store().address();
  }

  // ---- keeping fewer units -----------------------------------------------------------------

  /**
   * Keeps fewer units of what is held.
   *
   * @return completes when the store has confirmed it, or has nothing left of the request
   */
  CompletableFuture<ReleaseOutcome> shrink(int left, Effects effects) {
    if (state == RequestState.DONE || withdrawn) {
      return released();
    }
    Shrinking wishes = shrinking == null ? new Shrinking() : shrinking;
    shrinking = wishes;
    CompletableFuture<ReleaseOutcome> shrunk = wishes.begin(left);
    units = left;
    state = RequestState.SHRINKING;
    if (!inFlight) {
      sendShrink(effects);
    }
    return shrunk;
  }

  private void sendShrink(Effects effects) {
    inFlight = true;
    ClientSession joined = session();
    int left = unitsWanted();
    effects.add(() -> calls.shrink(joined, left));
  }

  private int unitsWanted() {
    return shrinking == null ? Request.ALL : shrinking.units();
  }

  @Override
  public void onShrunk(
      @Nullable ShrinkAnswer answer, @Nullable Throwable failure, int left, Effects effects) {
    if (state == RequestState.DONE) {
      return;
    }
    inFlight = false;
    if (answer == ShrinkAnswer.SHRUNK && shrinking != null) {
      failures = 0;
      core.contact();
      releasing.answered();
      shrinking.confirmed(left, effects);
    }
    if (withdrawn) {
      sendRelease(effects);
    } else if (answer == null) {
      giveBackFailed(failure, effects);
    } else if (answer == ShrinkAnswer.NOT_HOLDING) {
      lost(LossReason.STORE_SAID, effects);
    } else if (left > unitsWanted()) {
      sendShrink(effects);
    } else {
      state = RequestState.GRANTED;
    }
  }

  /** Sets the bound of a lease that was granted through the queue. */
  void settle(Duration leaseTime, Effects effects) {
    ClientSession joined = session();
    effects.add(() -> calls.settle(joined, leaseTime));
  }

  @Override
  public void onNotSettled(Effects effects) {
    if (!withdrawn) {
      lost(LossReason.STORE_SAID, effects);
    }
  }

  // ---- events of the session ---------------------------------------------------------------

  /** The store has pushed a grant. */
  void pushed(Grant given, Effects effects) {
    if (state != RequestState.DONE && state != RequestState.RELEASING) {
      failures = 0;
      core.contact();
      wasQueued = true;
      granted(given, effects);
    }
  }

  /** The connection is lost, and messages may be, too. */
  void detached() {
    budget.othersWait(queue.context().time().nanos());
    core.silent();
  }

  /** There is still no new one. */
  void stillDetached(Effects effects) {
    core.onStillDetached(this, effects);
  }

  /** A new connection works. */
  void attached(boolean changed, Effects effects) {
    if (changed) {
      releasing.processChanged();
    }
    onRetry(effects);
  }

  /** The session was confirmed: goes on with what was held back, and refreshes an old record. */
  void confirmed(boolean recordDue, Effects effects) {
    if (state == RequestState.HELD_BACK && !withdrawn) {
      state = RequestState.GRANTED;
      core.onGranted(this, effects);
    }
    if (state == RequestState.GRANTED && recordDue && !inFlight && !withdrawn) {
      refreshing = true;
      askOn(session(), effects);
    }
  }

  /** The store has nothing of it any more. */
  void lost(LossReason reason, Effects effects) {
    if (state == RequestState.DONE) {
      return;
    }
    finish(ReleaseOutcome.UNKNOWN, effects);
    core.onLost(this, reason, effects);
  }

  /**
   * The store does not have it, though it was held. It is taken back all the same, because a call
   * that asks again may be on its way and would be granted anew.
   */
  void missing(Effects effects) {
    boolean given = state == RequestState.GRANTED || state == RequestState.SHRINKING;
    if (given && !withdrawn) {
      withdraw(effects);
      core.onLost(this, LossReason.STORE_SAID, effects);
    }
  }

  /**
   * An operator takes a lease away; false if it is over, since the grant was handed on in this JVM.
   */
  boolean revoked(Revocation revocation, Effects effects) {
    EngineLease lease = core.leaseOf(this);
    if (lease != null) {
      if (!revocation.means(lease.token())) {
        return false;
      }
      takenAway = lease;
      new TakenAway(queue, lease).begin(core, revocation, effects);
    } else if (takenAway == null || revocation.force()) {
      if (takenAway != null) {
        takenAway.forced();
      }
      withdraw(effects);
      core.onLost(this, LossReason.REVOKED, effects);
    }
    return true;
  }

  /** What to tell a store whose process has changed. */
  Optional<Known> known() {
    RequestState now = state;
    if (withdrawn || now == RequestState.DONE || now == RequestState.RELEASING) {
      return Optional.empty();
    }
    return Optional.of(new Known(id(), resource(), now.holds(), unitsWanted()));
  }
}
