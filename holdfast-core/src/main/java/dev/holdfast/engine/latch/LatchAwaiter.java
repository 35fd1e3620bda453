package dev.holdfast.engine.latch;

import dev.holdfast.HoldfastException;
import dev.holdfast.engine.queue.Effects;
import java.util.concurrent.CompletableFuture;

/**
 * One caller that awaits a latch. Under the guard of its {@link LatchWatch}, but for the future.
 *
 * <p>It awaits the round that is open when the first asking which was sent after it came is
 * answered, or one that it brought along. No earlier answer counts, since that may tell of a round
 * which had ended before it came.
 */
public final class LatchAwaiter {

  private final boolean unlimited;
  // Completed by a thread of the store or the timer: true if the round has ended, false if the wait
  // has. Dependents only pass the word on.
  private final CompletableFuture<Boolean> done = new CompletableFuture<>();

  private long round;
  private int askedBefore;
  private boolean answered;
  private boolean late;

  /**
   * Somebody comes.
   *
   * @param round the round to await; 0 for the one that is open
   * @param unlimited whether it waits without limit
   */
  public LatchAwaiter(long round, boolean unlimited) {
    this.round = round;
    this.unlimited = unlimited;
  }

  /** Completes when the wait has ended; never after {@link LatchWatch#withdraw}. */
  public CompletableFuture<Boolean> done() {
    return done;
  }

  /** It comes after so many askings were sent. */
  void enter(int asked) {
    askedBefore = asked;
  }

  /** An answer has come to the last of so many askings. Returns whether it is one for it. */
  boolean hears(int asked) {
    answered |= asked > askedBefore;
    return answered;
  }

  boolean answered() {
    return answered;
  }

  /** The round that it awaits; 0 as long as that is unknown. */
  long round() {
    return round;
  }

  void adopt(long open) {
    round = open;
  }

  /** Its wait is over, and only the first answer is awaited. */
  void setLate() {
    late = true;
  }

  boolean late() {
    return late;
  }

  boolean unlimited() {
    return unlimited;
  }

  void end(boolean ended, Effects effects) {
    effects.add(() -> done.complete(ended));
  }

  void fail(HoldfastException failure, Effects effects) {
    effects.add(() -> done.completeExceptionally(failure));
  }
}
