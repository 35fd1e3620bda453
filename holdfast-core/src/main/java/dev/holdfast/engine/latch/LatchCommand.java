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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Does one thing to a latch, once.
 *
 * <pre>
 *   LOOKING --nothing to do--> DONE
 *      |------round learnt---> SENT --applied--> DONE
 *      ^                        |---another round, to the first sending--> (as after a look) SENT
 *      |                        '---another round, to a later sending--> DONE
 * </pre>
 *
 * <p>The first sending for a round has not been carried out if the store answers that another round
 * is the last one. Of a later sending this is not known: an earlier one may have been carried out
 * before the round ended. Either way the round is over and the deed with it; it must not be done
 * again to the next one. That the round was learnt in this very command, not long ago, makes sure
 * that it had not ended before the command began: see the decision about rounds.
 *
 * <p>Under the guard of its line.
 */
public final class LatchCommand implements LatchLine.User {

  /** A round that no latch has: none was learnt yet. */
  private static final long UNKNOWN = -1;

  /**
   * How a command ended.
   *
   * @param done whether this command has done it
   * @param state the latch when the store answered last
   */
  public record Outcome(boolean done, LatchState state) {}

  private final LatchHome home;
  private final ResourceId latch;
  private final LatchDeed deed;
  private final LatchLine line;
  // Completed by a thread of the store or the timer; dependents only pass the word on.
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  private long round = UNKNOWN;
  private boolean foundOpen;
  // How often it was sent for this round.
  private int sendings;
  private boolean ended;

  LatchCommand(LatchHome home, ResourceId latch, LatchDeed deed) {
    this.home = home;
    this.latch = latch;
    this.deed = deed;
    this.line = new LatchLine(home, latch, this);
  }

  void start() {
    line.step(line::go);
  }

  /** Completes when the store has confirmed, or it can't be done. */
  public CompletableFuture<Outcome> outcome() {
    return outcome;
  }

  /** Completes when nothing is sent any more. */
  CompletableFuture<Boolean> over() {
    return line.over();
  }

  /** The caller has given up: nothing is sent any more. */
  public void abandon() {
    line.step(effects -> fail(unreachable(), effects));
  }

  @Override
  public Optional<LatchRequest> next() {
    if (ended) {
      return Optional.empty();
    }
    return Optional.of(
        round == UNKNOWN
            ? new LatchRequest.Look(line.id(), latch)
            : deed.request(line.id(), latch, round));
  }

  @Override
  public void onSending() {
    if (round != UNKNOWN) {
      sendings++;
    }
  }

  @Override
  public void onAnswer(LatchAnswer answer, Effects effects) {
    if (answer instanceof LatchAnswer.Applied applied && round == UNKNOWN) {
      learn(applied.state(), effects);
    } else if (answer instanceof LatchAnswer.Applied applied) {
      // Deleting is of interest to its caller only if a round was open.
      boolean done = !(deed instanceof LatchDeed.Delete) || foundOpen;
      complete(done, applied.state(), effects);
    } else if (answer instanceof LatchAnswer.Other other) {
      otherRound(other.state(), effects);
    }
  }

  private void learn(LatchState state, Effects effects) {
    boolean open = state.count() > 0;
    boolean nothingToDo =
        deed instanceof LatchDeed.Look
            || (deed instanceof LatchDeed.SetCount && open)
            || (deed instanceof LatchDeed.CountDown && !open)
            || (deed instanceof LatchDeed.Delete && state.round() == 0);
    if (nothingToDo) {
      complete(deed instanceof LatchDeed.Look, state, effects);
    } else {
      round = state.round();
      foundOpen = open;
      sendings = 0;
    }
  }

  private void otherRound(LatchState state, Effects effects) {
    boolean first = sendings == 1;
    boolean lost = state.standingOf(round) == Standing.LOST;
    boolean nothingNewer = state.round() < round;
    if (deed instanceof LatchDeed.CountDown && lost && (nothingNewer || !first)) {
      fail(LatchFailures.lost(latch, address()), effects);
    } else if (first && (deed instanceof LatchDeed.SetCount || !nothingNewer)) {
      learn(state, effects);
    } else {
      complete(deed instanceof LatchDeed.Delete && foundOpen, state, effects);
    }
  }

  @Override
  public void onFailure(HoldfastException failure, Effects effects) {
    boolean closed = home.closed() || failure instanceof ClientClosedException;
    boolean refused = failure instanceof StoreRefusedException;
    if (deed instanceof LatchDeed.Look) {
      fail(closed ? LatchFailures.closed(latch, address()) : failure, effects);
    } else if (closed || refused) {
      // A refused sending has changed nothing, one without an answer perhaps.
      boolean unknown = deed instanceof LatchDeed.CountDown && sendings > (refused ? 1 : 0);
      HoldfastException plain = refused ? failure : LatchFailures.closed(latch, address());
      fail(unknown ? LatchFailures.unknown(latch, address(), plain) : plain, effects);
    }
  }

  private void complete(boolean done, LatchState state, Effects effects) {
    if (!ended) {
      ended = true;
      effects.add(() -> outcome.complete(new Outcome(done, state)));
      line.end(effects);
    }
  }

  private void fail(HoldfastException failure, Effects effects) {
    if (!ended) {
      ended = true;
      effects.add(() -> outcome.completeExceptionally(failure));
      line.end(effects);
    }
  }

  private HoldfastException unreachable() {
    return LatchFailures.unreachable(latch, home.context().store(), line.silence().reason());
  }

  private String address() {
    return home.context().store().address();
  }

  @Override
  public void onStillDetached(Effects effects) {
    // Whoever waits for the outcome has a limit of its own.
  }

  @Override
  public void onDoubt() {
    // What has no answer is sent again anyway.
  }

  @Override
  public void onSessionLost() {
    // The next session goes on with the same id.
  }

  @Override
  public void onLatchEnded(long ended, LatchEnd end, Effects effects) {
    // It awaits nothing.
  }
}
