package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.spi.ReleaseAnswer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the giving back of one request, wholly or in parts, and who waits to hear of its
 * end. Guarded by the queue, except where noted.
 */
final class Releasing {

  private static final Logger LOGGER = System.getLogger(Releasing.class.getName());

  // Completed by the timer or a thread of the store; waited for by whoever releases.
  private final CompletableFuture<ReleaseOutcome> done = new CompletableFuture<>();
  // Volatile: read by whoever waits. Why the last call had no answer.
  private volatile @Nullable HoldfastException failure;
  private int calls;
  private boolean processChanged;

  CompletableFuture<ReleaseOutcome> done() {
    return done;
  }

  /** Why the last call had no answer; read without the guard too. */
  @Nullable HoldfastException failure() {
    return failure;
  }

  /** A release is sent. */
  void sent() {
    calls++;
  }

  /** Another process of the store may answer than the one that granted. */
  void processChanged() {
    processChanged = true;
  }

  /** What the answer to a release means. */
  ReleaseOutcome outcome(ReleaseAnswer answer, boolean shared) {
    return ReleaseVerdict.of(answer, shared, calls > 1, processChanged);
  }

  /** A call was answered. */
  void answered() {
    failure = null;
  }

  /** A call had no answer. A refusal does not pass by itself, so somebody hears of it, once. */
  void failed(HoldfastException why, String name, Effects effects) {
    boolean refusedBefore = failure instanceof StoreRefusedException;
    failure = why;
    if (why instanceof StoreRefusedException && !refusedBefore) {
      effects.add(() -> LOGGER.log(Level.WARNING, "The release of '" + name + "' is refused", why));
    }
  }
}
