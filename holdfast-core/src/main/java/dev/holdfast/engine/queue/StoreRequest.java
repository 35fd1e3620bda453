package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import dev.holdfast.LossReason;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.engine.session.SessionMember;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.SettleAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Drives one request to the store, from the first asking until the store has nothing of it left.
 *
 * <pre>
 *   ASKING --queued--> QUEUED --asked again--> ASKING
 *     |  '--no answer--> UNSURE --asked again--> ASKING
 *     '--granted (by answer, or pushed in any of the three)--> GRANTED
 *                              (HELD_BACK first while the session is suspect)
 *   any of them --withdrawn--> RELEASING --answered--> DONE
 *   ASKING --refused--> DONE          any --session lost, record missing--> DONE
 * </pre>
 *
 * <p>At most one call about the request is in flight, so calls can't overtake each other: a
 * withdrawal waits for the answer before it. A call without an answer is made again, on the next
 * connection or after a pause; since every call names the request's own id, that changes nothing
 * more.
 *
 * <p>All fields are guarded by the queue's guard, except where noted. Calls to the store are
 * effects, made without it.
 */
final class StoreRequest implements SessionMember {

  private static final long RETRY_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int RETRY_DOUBLINGS_MAX = 5;

  enum State {
    ASKING,
    QUEUED,
    UNSURE,
    HELD_BACK,
    GRANTED,
    RELEASING,
    DONE
  }

  private final LocalQueue queue;
  private final Request request;
  // Completed by the timer or a thread of the store; waited for by whoever releases.
  private final CompletableFuture<ReleaseOutcome> released = new CompletableFuture<>();

  // Volatile: read without the guard to skip members that have nothing to do.
  private volatile State state = State.ASKING;
  // Written once under the guard, before a grant can come; read by lease checks without it.
  private volatile @Nullable ClientSession session;
  private boolean inFlight;
  private boolean withdrawn;
  private boolean wasQueued;
  private boolean asked;
  private int failures;
  private @Nullable Grant grant;
  private long grantedNanos;
  private boolean othersWait;
  private long othersSinceNanos;
  private int contendedHandoffs;
  private long firstSentNanos;
  // Volatile: part of the validity of a lease. When a call was sent that has refreshed the record.
  private volatile long recordNanos;
  private int releaseCalls;
  private boolean processChanged;

  StoreRequest(LocalQueue queue, Request request) {
    this.queue = queue;
    this.request = request;
  }

  @Override
  public RequestId id() {
    return request.id();
  }

  @Override
  public ResourceId resource() {
    return request.resource();
  }

  Request request() {
    return request;
  }

  State state() {
    return state;
  }

  boolean withdrawn() {
    return withdrawn;
  }

  /** The session that it hangs on; only once it was sent. */
  ClientSession session() {
    ClientSession joined = session;
    if (joined == null) {
      throw new IllegalStateException("Request " + id() + " has no session yet");
    }
    return joined;
  }

  CompletableFuture<ReleaseOutcome> released() {
    return released;
  }

  /** Whether nobody knows yet what the store thinks of it, and no call has failed. */
  boolean firstAnswerPending() {
    return state == State.ASKING && failures == 0 && !wasQueued;
  }

  boolean failing() {
    return failures > 0;
  }

  Grant grant() {
    Grant present = grant;
    if (present == null) {
      throw new IllegalStateException("Request " + id() + " is not granted");
    }
    return present;
  }

  /** Validity by session and by record; read without the guard. */
  long remainingNanos(long nowNanos) {
    long remaining = session().remainingNanos(nowNanos);
    long recordTtlNanos = queue.recordTtlNanos();
    return Math.min(remaining, recordNanos + recordTtlNanos - recordTtlNanos / 50 - nowNanos);
  }

  boolean othersWait() {
    return othersWait;
  }

  boolean handoffAllowed(int handoffs, boolean alsoOthers, long nowNanos) {
    ClientSession joined = session();
    return !withdrawn
        && !joined.suspect(nowNanos)
        && HandoffPolicy.allows(
            handoffs,
            contendedHandoffs,
            nowNanos - grantedNanos,
            othersWait || alsoOthers,
            alsoOthers && !othersWait ? 0 : nowNanos - othersSinceNanos,
            joined.ttl().toNanos());
  }

  void countHandoff() {
    if (othersWait) {
      contendedHandoffs++;
    }
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
    effects.add(this::openAndAsk);
  }

  private void openAndAsk() {
    CompletableFuture<ClientSession> opening = queue.home().session(resource());
    if (opening.isDone() && !opening.isCompletedExceptionally()) {
      joinAndAsk(opening.join());
      return;
    }
    var unused =
        opening.whenComplete(
            (opened, failure) -> {
              if (failure != null) {
                queue.step(effects -> askFailed(failure, effects));
              } else {
                joinAndAsk(opened);
              }
            });
  }

  private void joinAndAsk(ClientSession opened) {
    queue.step(
        effects -> {
          if (state == State.DONE) {
            return;
          }
          if (withdrawn) {
            // Nothing was ever sent, so nothing is to be taken back.
            finish(ReleaseOutcome.RELEASED, effects);
          } else if (opened.join(this)) {
            session = opened;
            firstSentNanos = queue.context().time().nanos();
            recordNanos = firstSentNanos;
            effects.add(() -> call(opened));
          } else {
            // It ended in this very moment; the keeper is about to forget it.
            inFlight = false;
            scheduleRetry();
          }
        });
  }

  private void call(ClientSession on) {
    Request sent = asked ? withoutLeaseTime() : request;
    asked = true;
    long sentNanos = queue.context().time().nanos();
    on.store()
        .request(sent)
        .whenComplete((answer, failure) -> answered(answer, failure, sentNanos));
  }

  /** Only the first call carries the bound: see {@link #boundedFromFirstSending}. */
  private Request withoutLeaseTime() {
    return new Request(
        request.id(),
        request.resource(),
        request.mayWait(),
        request.fair(),
        Optional.empty(),
        request.thread(),
        request.note());
  }

  private void answered(
      @Nullable RequestAnswer answer, @Nullable Throwable failure, long sentNanos) {
    queue.step(
        effects -> {
          if (state == State.DONE) {
            return;
          }
          if (failure != null || answer == null) {
            askFailed(failure == null ? new NullPointerException("answer") : failure, effects);
            return;
          }
          inFlight = false;
          failures = 0;
          queue.contact();
          if (answer instanceof RequestAnswer.Granted granted) {
            recordNanos = sentNanos;
            granted(granted.grant(), effects);
          } else if (answer instanceof RequestAnswer.Queued queued) {
            recordNanos = sentNanos;
            queued(queued, effects);
          } else if (answer instanceof RequestAnswer.Refused) {
            finish(ReleaseOutcome.RELEASED, effects);
            queue.onRefused(this, effects);
          } else {
            effects.add(() -> session().lose(LossReason.STORE_SAID));
          }
        });
  }

  private void granted(Grant given, Effects effects) {
    if (state == State.GRANTED || state == State.HELD_BACK) {
      noteOthers(given.othersWait());
    } else if (!withdrawn) {
      grant = given;
      grantedNanos = queue.context().time().nanos();
      othersWait = false;
      noteOthers(given.othersWait());
      session().unwatch(id());
      if (session().suspect(grantedNanos)) {
        state = State.HELD_BACK;
        return;
      }
      state = State.GRANTED;
      queue.onGranted(this, effects);
    }
    if (withdrawn && !inFlight) {
      sendRelease(effects);
    }
  }

  private void queued(RequestAnswer.Queued answer, Effects effects) {
    if (withdrawn) {
      sendRelease(effects);
    } else if (state != State.GRANTED && state != State.HELD_BACK) {
      state = State.QUEUED;
      wasQueued = true;
      session().watch(this, answer.checkAgainIn());
      queue.onQueued(this, effects);
    }
  }

  private void askFailed(Throwable failure, Effects effects) {
    if (state == State.DONE) {
      return;
    }
    inFlight = false;
    failures++;
    if (state == State.GRANTED || state == State.HELD_BACK) {
      // Only the record's refreshment failed; the next confirmed renewal asks again.
      if (withdrawn) {
        sendRelease(effects);
      }
      return;
    }
    HoldfastException known = Failures.of(failure, queue.context().store().address());
    if (known instanceof StoreRefusedException || queue.home().closed()) {
      abandonAfter(known, effects);
      return;
    }
    if (state == State.ASKING) {
      state = State.UNSURE;
    }
    queue.onUnreachable(this, known, effects);
    if (state == State.DONE || inFlight) {
      return;
    }
    ClientSession joined = session;
    if (joined == null || joined.attached()) {
      scheduleRetry();
    }
  }

  /** The store or this client won't serve it. What may be there of it is still taken back. */
  private void abandonAfter(HoldfastException failure, Effects effects) {
    if (session == null) {
      finish(ReleaseOutcome.RELEASED, effects);
    } else {
      withdrawn = true;
      sendRelease(effects);
    }
    queue.onFailed(this, failure, effects);
  }

  private void scheduleRetry() {
    long pause = RETRY_NANOS_MIN << Math.min(RETRY_DOUBLINGS_MAX, failures);
    long jittered = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    var unused = queue.context().scheduler().schedule(() -> queue.step(this::again), jittered);
  }

  /** Sends what is wanted now, if nothing is on its way. */
  private void again(Effects effects) {
    if (inFlight || state == State.DONE) {
      return;
    }
    ClientSession joined = session;
    if (withdrawn) {
      if (joined == null) {
        finish(ReleaseOutcome.RELEASED, effects);
      } else {
        sendRelease(effects);
      }
    } else if (joined == null) {
      start(effects);
    } else if (state == State.QUEUED || state == State.UNSURE) {
      inFlight = true;
      effects.add(() -> call(joined));
    }
  }

  // ---- releasing ---------------------------------------------------------------------------

  /** Takes the request back, as soon as no call about it is on its way. */
  void withdraw(Effects effects) {
    if (withdrawn || state == State.DONE) {
      return;
    }
    withdrawn = true;
    ClientSession joined = session;
    if (joined != null) {
      joined.unwatch(id());
    }
    if (inFlight) {
      return;
    }
    if (joined == null) {
      finish(ReleaseOutcome.RELEASED, effects);
    } else {
      sendRelease(effects);
    }
  }

  private void sendRelease(Effects effects) {
    state = State.RELEASING;
    inFlight = true;
    releaseCalls++;
    ClientSession joined = session();
    effects.add(
        () ->
            joined
                .store()
                .release(resource(), id())
                .whenComplete(
                    (answer, failure) ->
                        queue.step(then -> releaseAnswered(answer, failure, then))));
  }

  private void releaseAnswered(
      @Nullable ReleaseAnswer answer, @Nullable Throwable failure, Effects effects) {
    if (state == State.DONE) {
      return;
    }
    inFlight = false;
    if (failure != null || answer == null) {
      failures++;
      if (session().attached()) {
        scheduleRetry();
      }
      return;
    }
    queue.contact();
    finish(outcomeOf(answer), effects);
    if (answer.outcome() == ReleaseAnswer.Outcome.GONE) {
      effects.add(() -> session().lose(LossReason.STORE_SAID));
    }
  }

  /**
   * "Not holding" to a release that was sent before means that the earlier one did it, as long as
   * the session lives and the same store process answers; a bound that ran out is found by the
   * lease itself before it is released.
   */
  private ReleaseOutcome outcomeOf(ReleaseAnswer answer) {
    boolean sentBefore = releaseCalls > 1;
    return switch (answer.outcome()) {
      case RELEASED -> ReleaseOutcome.RELEASED;
      case NOT_HOLDING -> {
        if (sentBefore) {
          yield processChanged ? ReleaseOutcome.UNKNOWN : ReleaseOutcome.RELEASED;
        }
        yield answer.heldByOther() ? ReleaseOutcome.TAKEN : ReleaseOutcome.EXPIRED;
      }
      case GONE -> {
        if (sentBefore) {
          yield ReleaseOutcome.UNKNOWN;
        }
        yield answer.heldByOther() ? ReleaseOutcome.TAKEN : ReleaseOutcome.EXPIRED;
      }
    };
  }

  private void finish(ReleaseOutcome outcome, Effects effects) {
    state = State.DONE;
    ClientSession joined = session;
    if (joined != null) {
      joined.leave(id());
    }
    effects.add(() -> released.complete(outcome));
    queue.onDone(this, effects);
  }

  /** Sets the bound of a lease that was granted through the queue. */
  void settle(Duration leaseTime, Effects effects) {
    ClientSession joined = session();
    effects.add(
        () ->
            joined
                .store()
                .settle(resource(), id(), leaseTime)
                .whenComplete(
                    (answer, failure) -> {
                      // Without an answer the bound is still kept here, by the lease's own timer.
                      if (answer == SettleAnswer.NOT_HOLDING) {
                        onMissing();
                      }
                    }));
  }

  // ---- events of the session ---------------------------------------------------------------

  @Override
  public void onGrant(Grant given) {
    queue.step(
        effects -> {
          if (state != State.DONE && state != State.RELEASING) {
            queue.contact();
            wasQueued = true;
            granted(given, effects);
          }
        });
  }

  @Override
  public void onOthersWait() {
    queue.step(effects -> noteOthers(true));
  }

  private void noteOthers(boolean waiting) {
    if (waiting && !othersWait) {
      othersWait = true;
      othersSinceNanos = queue.context().time().nanos();
      contendedHandoffs = 0;
    }
  }

  @Override
  public void onDetached() {
    if (state != State.DONE) {
      queue.step(
          effects -> {
            noteOthers(true);
            queue.silent();
          });
    }
  }

  @Override
  public void onAttached(Phase phase, boolean changed) {
    State seen = state;
    boolean mine =
        phase == Phase.RELEASES
            ? seen == State.RELEASING
            : seen == State.QUEUED || seen == State.UNSURE;
    if (mine) {
      queue.step(
          effects -> {
            processChanged |= changed;
            again(effects);
          });
    }
  }

  @Override
  public void onConfirmed() {
    State seen = state;
    if (seen != State.HELD_BACK && seen != State.GRANTED) {
      return;
    }
    boolean recordDue = queue.context().time().nanos() - recordNanos > queue.recordTtlNanos() / 4;
    if (seen == State.HELD_BACK || recordDue) {
      queue.step(effects -> confirmed(recordDue, effects));
    }
  }

  private void confirmed(boolean recordDue, Effects effects) {
    if (state == State.HELD_BACK && !withdrawn) {
      state = State.GRANTED;
      queue.onGranted(this, effects);
    }
    if (state == State.GRANTED && recordDue && !inFlight && !withdrawn) {
      inFlight = true;
      ClientSession joined = session();
      effects.add(() -> call(joined));
    }
  }

  @Override
  public void onMissing() {
    queue.step(effects -> lost(LossReason.STORE_SAID, effects));
  }

  @Override
  public void onSessionLost(LossReason reason) {
    queue.step(effects -> lost(reason, effects));
  }

  private void lost(LossReason reason, Effects effects) {
    if (state == State.DONE) {
      return;
    }
    finish(ReleaseOutcome.UNKNOWN, effects);
    queue.onLost(this, reason, effects);
  }

  @Override
  public void askAgain() {
    queue.step(this::again);
  }

  @Override
  public Optional<Known> known() {
    return queue.read(
        () ->
            withdrawn || state == State.DONE || state == State.RELEASING
                ? Optional.empty()
                : Optional.of(
                    new Known(
                        id(), resource(), state == State.GRANTED || state == State.HELD_BACK)));
  }
}
