package dev.holdfast.engine.queue;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a thread's unlock did.
 *
 * @param kind what it did
 * @param hold the thread's hold; null if there is none
 * @param release the release, when one was begun or joined; null otherwise
 */
public record Unlock(
    Kind kind, @Nullable ThreadHold hold, @Nullable CompletableFuture<ReleaseOutcome> release) {

  static final Unlock NOT_HELD = new Unlock(Kind.NOT_HELD, null, null);

  /** What an unlock can do. */
  public enum Kind {
    /** The thread does not own the lock. */
    NOT_HELD,
    /** The hold was counted down and goes on. */
    COUNTED,
    /** It was the last hold; the lease is to be given back. */
    LAST,
    /** The lease is being given back, was handed on, or was lost. */
    RELEASING
  }
}
