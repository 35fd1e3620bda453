package dev.holdfast.engine.queue;

import dev.holdfast.spi.Request;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/**
 * How many units a request may still hold, and who waits to hear that the store knows. Guarded by
 * the queue.
 */
final class Shrinking {

  // Completed by the timer or a thread of the store; waited for by whoever gave units back.
  private record Wish(int units, CompletableFuture<ReleaseOutcome> done) {}

  private final ArrayDeque<Wish> wishes = new ArrayDeque<>(1);
  private int units = Request.ALL;

  /** How many units are to be kept; {@link Request#ALL} if it was never to be fewer. */
  int units() {
    return units;
  }

  CompletableFuture<ReleaseOutcome> begin(int left) {
    units = left;
    Wish wish = new Wish(left, new CompletableFuture<>());
    wishes.addLast(wish);
    return wish.done();
  }

  /** The store knows that so many are kept. */
  void confirmed(int left, Effects effects) {
    while (!wishes.isEmpty() && wishes.getFirst().units() >= left) {
      CompletableFuture<ReleaseOutcome> done = wishes.removeFirst().done();
      effects.add(() -> done.complete(ReleaseOutcome.SHRUNK));
    }
  }

  /** The store has nothing of the request any more, and so nothing of what was to be given back. */
  void end(ReleaseOutcome outcome, Effects effects) {
    if (outcome == ReleaseOutcome.RELEASED) {
      confirmed(0, effects);
    }
    for (Wish wish : wishes) {
      effects.add(() -> wish.done().complete(outcome));
    }
    wishes.clear();
  }
}
