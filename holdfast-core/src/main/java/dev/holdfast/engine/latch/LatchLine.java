package dev.holdfast.engine.latch;

import dev.holdfast.HoldfastException;
import dev.holdfast.LossReason;
import dev.holdfast.engine.queue.Effects;
import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.engine.session.SessionMember;
import dev.holdfast.engine.session.Silence;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SessionListener.Known;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings to the store what one {@link User} wants of a latch, under one request id.
 *
 * <pre>
 *   OPEN: idle --wanted--> (session opened first) call in flight --answer--> idle
 *           ^                                           |
 *           '-- pause, next connection, fresh session --'-- no answer, session lost
 *   OPEN --ended--> LEAVING --nothing awaited in the store, answered, session lost--> OVER
 * </pre>
 *
 * <p>At most one call is in flight, so calls can't overtake each other; what is wanted is asked for
 * when it is sent. Since every call names the request's id, a call without an answer is made again.
 *
 * <p><b>Concurrency.</b> One guard for all that is mutable, here and in the user, whose methods are
 * called under it; what they want done outside goes into the {@link Effects}.
 */
final class LatchLine implements SessionMember {

  private enum State {
    OPEN,
    LEAVING,
    OVER
  }

  /** Who wants something of a latch. Called under the line's guard. */
  interface User {

    /** What is to be sent now; empty for nothing. Changes nothing. */
    Optional<LatchRequest> next();

    /** What {@link #next} has given is sent now. */
    void onSending();

    /** The store has answered, {@code Applied} or {@code Other}. */
    void onAnswer(LatchAnswer answer, Effects effects);

    /** There was no answer, or a refusal. Unless the user ends the line, it is tried again. */
    void onFailure(HoldfastException failure, Effects effects);

    /** There is still no connection; told every few seconds. */
    void onStillDetached(Effects effects);

    /** Messages may have been lost, or the time has come to ask again. */
    void onDoubt();

    /** The session is lost, and what was remembered with it; another one will be opened. */
    void onSessionLost();

    /** The store says that a round is over. */
    void onLatchEnded(long round, LatchEnd end, Effects effects);
  }

  private final EngineContext context;
  private final ResourceId latch;
  private final RequestId id;
  private final User user;
  private final LineCalls calls;
  private final ReentrantLock guard = new ReentrantLock();
  private final Silence silence = new Silence();
  // Completed by whoever makes the last transition; waited for by the closing client.
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  private State state = State.OPEN;
  private @Nullable ClientSession session;
  private boolean inFlight;
  // Tells the answer to the present call from those to calls that were given up.
  private int lastCall;
  private int failures;
  // Whether the store may remember that the session awaits the latch.
  private boolean awaits;

  LatchLine(LatchHome home, ResourceId latch, User user) {
    this.context = home.context();
    this.latch = latch;
    this.id = home.nextRequestId();
    this.user = user;
    this.calls = new LineCalls(home, this);
  }

  @Override
  public RequestId id() {
    return id;
  }

  @Override
  public ResourceId resource() {
    return latch;
  }

  /** Completes when the store has nothing of it left, or nothing can be done about it. */
  CompletableFuture<Boolean> over() {
    return over;
  }

  /** Makes a transition under the guard, and then what it wants done. */
  void step(Consumer<Effects> transition) {
    Boolean unused =
        call(
            effects -> {
              transition.accept(effects);
              return true;
            });
  }

  /** As {@link #step}, with a result. */
  <T> T call(Function<Effects, T> transition) {
    Effects effects = new Effects();
    T result;
    guard.lock();
    try {
      result = transition.apply(effects);
    } finally {
      guard.unlock();
    }
    effects.run();
    return result;
  }

  // ---- for the user, under the guard -------------------------------------------------------

  /** Sends what is wanted now, if nothing is on its way. */
  void go(Effects effects) {
    if (inFlight || state == State.OVER) {
      return;
    }
    ClientSession joined = session;
    if (state == State.LEAVING) {
      if (joined == null || !awaits) {
        finish(effects);
      } else {
        int call = begin();
        effects.add(() -> calls.leave(joined, call));
      }
      return;
    }
    Optional<LatchRequest> next = user.next();
    if (next.isEmpty()) {
      return;
    }
    int call = begin();
    if (joined == null) {
      effects.add(() -> calls.open(call));
    } else {
      user.onSending();
      awaits |= next.get() instanceof LatchRequest.Await;
      effects.add(() -> calls.send(joined, next.get(), call));
    }
  }

  /** Nothing more is wanted; takes back what the store may remember. */
  void end(Effects effects) {
    if (state == State.OPEN) {
      state = State.LEAVING;
      ClientSession joined = session;
      if (joined != null) {
        joined.unwatch(id);
      }
      go(effects);
    }
  }

  /** The store has said that it does not remember the session. */
  void awaitsNothing() {
    awaits = false;
  }

  /** Asks the user again after a while. */
  void checkLater() {
    ClientSession joined = session;
    if (joined != null) {
      joined.watch(this, joined.ttl());
    }
  }

  /** Whether the store can't be reached at present. */
  boolean failing() {
    ClientSession joined = session;
    return failures > 0 || (joined != null && !joined.attached());
  }

  Silence silence() {
    return silence;
  }

  // ---- calls -------------------------------------------------------------------------------

  private int begin() {
    inFlight = true;
    lastCall++;
    return lastCall;
  }

  /** The session to ask on is there; or there is none, and why. */
  void onSession(
      int call, @Nullable ClientSession opened, @Nullable Throwable failure, Effects effects) {
    if (call != lastCall || state == State.OVER) {
      return;
    }
    inFlight = false;
    if (opened == null) {
      failed(failure, effects);
    } else if (opened.join(this)) {
      session = opened;
      go(effects);
    } else {
      // It ended in this very moment; the keeper is about to forget it.
      calls.retryLater(failures);
    }
  }

  /** The store has answered that it remembers nothing, or not. */
  void onLeft(
      int call, @Nullable ReleaseAnswer left, @Nullable Throwable failure, Effects effects) {
    if (call != lastCall || state == State.OVER) {
      return;
    }
    inFlight = false;
    if (left == null) {
      failed(failure, effects);
    } else {
      finish(effects);
    }
  }

  /** The store has answered what was asked, or not. */
  void onAnswer(
      int call, @Nullable LatchAnswer answer, @Nullable Throwable failure, Effects effects) {
    if (call != lastCall || state == State.OVER) {
      return;
    }
    inFlight = false;
    if (answer == null) {
      failed(failure, effects);
      return;
    }
    failures = 0;
    silence.broken();
    ClientSession joined = session;
    if (answer instanceof LatchAnswer.Gone && joined != null) {
      effects.add(() -> joined.lose(LossReason.STORE_SAID));
      return;
    }
    if (state == State.OPEN) {
      user.onAnswer(answer, effects);
    }
    go(effects);
  }

  private void failed(@Nullable Throwable failure, Effects effects) {
    failures++;
    HoldfastException known = Failures.of(failure, context.store().address());
    silence.goesOn(context.time().nanos(), known);
    if (state == State.OPEN) {
      user.onFailure(known, effects);
    }
    ClientSession joined = session;
    if (!inFlight && state != State.OVER && (joined == null || joined.attached())) {
      calls.retryLater(failures);
    }
  }

  private void finish(Effects effects) {
    state = State.OVER;
    ClientSession joined = session;
    if (joined != null) {
      joined.leave(id);
    }
    effects.add(() -> over.complete(true));
  }

  // ---- events of the session ---------------------------------------------------------------

  @Override
  public void onLatchEnded(long round, LatchEnd end) {
    step(
        effects -> {
          if (state == State.OPEN) {
            user.onLatchEnded(round, end, effects);
            go(effects);
          }
        });
  }

  @Override
  public void onDetached() {
    step(effects -> silence.goesOn(context.time().nanos()));
  }

  @Override
  public void onStillDetached() {
    step(
        effects -> {
          if (state == State.OPEN) {
            user.onStillDetached(effects);
          }
        });
  }

  @Override
  public void onAttached(Phase phase, boolean processChanged) {
    step(
        effects -> {
          if ((state == State.LEAVING) == (phase == Phase.RELEASES)) {
            silence.broken();
            user.onDoubt();
            go(effects);
          }
        });
  }

  @Override
  public void askAgain() {
    step(
        effects -> {
          user.onDoubt();
          go(effects);
        });
  }

  @Override
  public void onSessionLost(LossReason reason) {
    step(
        effects -> {
          if (state == State.OVER) {
            return;
          }
          session = null;
          awaits = false;
          inFlight = false;
          lastCall++;
          user.onSessionLost();
          go(effects);
        });
  }

  @Override
  public Optional<Known> known() {
    // A store that has changed its process is asked anew once the connection is attached.
    return Optional.empty();
  }

  @Override
  public void onGrant(Grant grant) {
    // A latch grants nothing.
  }

  @Override
  public void onOthersWait() {
    // Nor does anybody hold it,
  }

  @Override
  public void onMissing() {
    // so that nothing of it can be missing,
  }

  @Override
  public boolean holdsAll() {
    return false;
  }

  @Override
  public void onFoundMissing() {
    // renewals do not look after it,
  }

  @Override
  public void onConfirmed() {
    // and nothing is held back while its session is suspect: a count stays what it is.
  }
}
