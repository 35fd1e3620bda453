package dev.holdfast.engine.latch;

import dev.holdfast.ClientClosedException;
import dev.holdfast.HoldfastException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.engine.queue.Effects;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.LatchState;
import dev.holdfast.spi.LatchState.Standing;
import dev.holdfast.spi.ResourceId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Everybody here who awaits one latch. They share one request to the store, so that a thousand
 * waiting threads are told by one message.
 *
 * <p>The store is asked when somebody comes, when messages may have been lost, and at the slow
 * interval; each answer is judged for each who awaits, by the round that it has seen open. The last
 * who leaves takes the request back and retires this object; whoever comes later gets another one.
 *
 * <p>Under the guard of its line.
 */
final class LatchWatch implements LatchLine.User {

  private final LatchHome home;
  private final ResourceId latch;
  private final Consumer<LatchWatch> onRetired;
  private final LatchLine line;
  private final Set<LatchAwaiter> awaiting = new LinkedHashSet<>();

  private boolean retired;
  private boolean toAsk;
  private int asked;
  // The round whose end the store is going to tell; 0 for none.
  private long expected;
  // The last round of whose end the store has told, which an answer sent before may not know yet.
  private long told;
  private LatchEnd toldEnd = LatchEnd.COUNTED_DOWN;

  LatchWatch(LatchHome home, ResourceId latch, Consumer<LatchWatch> onRetired) {
    this.home = home;
    this.latch = latch;
    this.onRetired = onRetired;
    this.line = new LatchLine(home, latch, this);
  }

  ResourceId latch() {
    return latch;
  }

  /** Completes when the store has nothing of it left. */
  CompletableFuture<Boolean> over() {
    return line.over();
  }

  // ---- callers -----------------------------------------------------------------------------

  /** Lets somebody in; false if this object is retired and another one must be asked. */
  boolean enter(LatchAwaiter awaiter) {
    return line.call(
        effects -> {
          if (retired) {
            return false;
          }
          awaiter.enter(asked);
          awaiting.add(awaiter);
          toAsk = true;
          line.go(effects);
          return true;
        });
  }

  /**
   * The wait is over.
   *
   * @return whether the awaiter has ended; otherwise only the answer to its first asking is
   *     awaited, which ends it
   */
  boolean waitOver(LatchAwaiter awaiter) {
    return line.call(
        effects -> {
          if (!awaiting.contains(awaiter)) {
            return true;
          }
          if (!awaiter.answered() && !line.failing()) {
            awaiter.setLate();
            return false;
          }
          if (line.failing()) {
            fail(awaiter, unreachable(), effects);
          } else {
            end(awaiter, false, effects);
          }
          return true;
        });
  }

  /** The store did not answer within any bound; the caller must go on nevertheless. */
  void fail(LatchAwaiter awaiter) {
    line.step(
        effects -> {
          if (awaiting.contains(awaiter)) {
            fail(awaiter, unreachable(), effects);
          }
        });
  }

  /** The caller has given up. */
  void withdraw(LatchAwaiter awaiter) {
    line.step(
        effects -> {
          if (awaiting.remove(awaiter)) {
            retireIfEmpty(effects);
          }
        });
  }

  /** The client closes. */
  void close() {
    line.step(effects -> failAll(a -> true, LatchFailures.closed(latch, address()), effects));
  }

  private void end(LatchAwaiter awaiter, boolean ended, Effects effects) {
    awaiting.remove(awaiter);
    awaiter.end(ended, effects);
    retireIfEmpty(effects);
  }

  private void fail(LatchAwaiter awaiter, HoldfastException failure, Effects effects) {
    awaiting.remove(awaiter);
    awaiter.fail(failure, effects);
    retireIfEmpty(effects);
  }

  private void failAll(Predicate<LatchAwaiter> which, HoldfastException failure, Effects effects) {
    for (LatchAwaiter awaiter : List.copyOf(awaiting)) {
      if (which.test(awaiter)) {
        fail(awaiter, failure, effects);
      }
    }
    retireIfEmpty(effects);
  }

  private void retireIfEmpty(Effects effects) {
    if (awaiting.isEmpty() && !retired) {
      retired = true;
      effects.add(() -> onRetired.accept(this));
      line.end(effects);
    }
  }

  // ---- the line ----------------------------------------------------------------------------

  @Override
  public Optional<LatchRequest> next() {
    return toAsk && !retired
        ? Optional.of(new LatchRequest.Await(line.id(), latch))
        : Optional.empty();
  }

  @Override
  public void onSending() {
    toAsk = false;
    asked++;
  }

  @Override
  public void onAnswer(LatchAnswer answer, Effects effects) {
    if (!(answer instanceof LatchAnswer.Applied applied)) {
      throw new IllegalStateException("Nothing was to be changed, but: " + answer);
    }
    LatchState state = applied.state();
    expected = state.count() > 0 && state.round() != told ? state.round() : 0;
    if (expected == 0) {
      line.awaitsNothing();
    }
    for (LatchAwaiter awaiter : List.copyOf(awaiting)) {
      if (awaiter.hears(asked)) {
        judge(awaiter, state, effects);
      }
    }
    if (!awaiting.isEmpty() && !toAsk) {
      line.checkLater();
    }
  }

  private void judge(LatchAwaiter awaiter, LatchState state, Effects effects) {
    if (awaiter.round() == 0) {
      if (state.count() == 0) {
        end(awaiter, true, effects);
        return;
      }
      awaiter.adopt(state.round());
    }
    Standing standing =
        awaiter.round() == told ? standing(toldEnd) : state.standingOf(awaiter.round());
    if (standing != Standing.OPEN) {
      end(awaiter, standing, effects);
    } else if (awaiter.late()) {
      end(awaiter, false, effects);
    }
  }

  private static Standing standing(LatchEnd end) {
    return end == LatchEnd.COUNTED_DOWN ? Standing.ENDED : Standing.LOST;
  }

  private void end(LatchAwaiter awaiter, Standing standing, Effects effects) {
    if (standing == Standing.ENDED) {
      end(awaiter, true, effects);
    } else {
      fail(awaiter, LatchFailures.lost(latch, address()), effects);
    }
  }

  @Override
  public void onLatchEnded(long round, LatchEnd end, Effects effects) {
    told = round;
    toldEnd = end;
    if (expected == round) {
      expected = 0;
      line.awaitsNothing();
    }
    for (LatchAwaiter awaiter : List.copyOf(awaiting)) {
      if (awaiter.round() == round) {
        end(awaiter, standing(end), effects);
      }
    }
    // Whoever is left awaits another round, of which the store may not remember to tell.
    toAsk = !awaiting.isEmpty();
  }

  @Override
  public void onFailure(HoldfastException failure, Effects effects) {
    toAsk = true;
    long nowNanos = home.context().time().nanos();
    if (home.closed() || failure instanceof ClientClosedException) {
      failAll(awaiter -> true, LatchFailures.closed(latch, address()), effects);
    } else if (failure instanceof StoreRefusedException) {
      failAll(awaiter -> true, failure, effects);
    } else {
      boolean tooLong = line.silence().tooLong(nowNanos);
      failAll(a -> a.late() || (a.unlimited() && tooLong), unreachable(), effects);
    }
  }

  @Override
  public void onStillDetached(Effects effects) {
    if (line.silence().tooLong(home.context().time().nanos())) {
      failAll(LatchAwaiter::unlimited, unreachable(), effects);
    }
  }

  @Override
  public void onDoubt() {
    toAsk = true;
  }

  @Override
  public void onSessionLost() {
    toAsk = true;
    expected = 0;
  }

  private HoldfastException unreachable() {
    return LatchFailures.unreachable(latch, home.context().store(), line.silence().reason());
  }

  private String address() {
    return home.context().store().address();
  }
}
