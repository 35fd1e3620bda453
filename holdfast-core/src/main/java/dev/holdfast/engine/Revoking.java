package dev.holdfast.engine;

import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.Token;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an operator to take a lease away from its holder.
 *
 * <pre>
 *   TELLING --not held--> NOT_HELD
 *     '--noted, by force--> the request is released for its client --> RELEASED
 *     '--noted--> TOLD --told again after a pause: still noted--> TOLD
 *                   |--not held any more--> RELEASED
 *                   |--acknowledged, but held: told anew, thrice in all--> HANDED_ON
 *                   '--the wait is over--> PENDING
 * </pre>
 *
 * <p>An acknowledgement without a release means that the lease which was meant had ended before. It
 * is believed at the second time only: a holder that has moved to another session at that moment
 * looks the same once.
 *
 * <p>One call is on its way at a time, and each leads to the next, on the store's threads and the
 * timer; so nothing here needs a guard.
 */
final class Revoking {

  private static final Logger LOGGER = System.getLogger(Revoking.class.getName());
  private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long PAUSE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int NOTES_MAX = 3;

  private final HoldfastClient client;
  private final EngineContext context;
  private final ResourceId resource;
  private final long token;
  private final RevokeMode mode;
  private final long deadlineNanos;
  private final CompletableFuture<RevokeOutcome> result = new CompletableFuture<>();
  private long pauseNanos = PAUSE_NANOS_MIN;
  private int notes;

  Revoking(
      HoldfastClient client, ResourceId resource, long token, RevokeMode mode, long waitNanos) {
    this.client = client;
    this.context = client.context();
    this.resource = resource;
    this.token = token;
    this.mode = mode;
    this.deadlineNanos = context.time().nanos() + waitNanos;
  }

  /** Completes on a thread of the store or the timer. Cancelling it ends the attempt. */
  CompletableFuture<RevokeOutcome> start() {
    tell();
    return result;
  }

  private void tell() {
    if (result.isDone()) {
      return;
    }
    OptionalLong lease = mode == RevokeMode.LEASE ? OptionalLong.of(token) : OptionalLong.empty();
    context
        .store()
        .revoke(resource, Token.sequence(token), lease, mode == RevokeMode.FORCE)
        .whenComplete(this::onAnswer);
  }

  private void onAnswer(@Nullable RevokeAnswer answer, @Nullable Throwable failure) {
    if (answer == null) {
      onFailure(failure);
    } else if (answer instanceof RevokeAnswer.Noted noted) {
      onNoted(noted);
    } else {
      result.complete(notes == 0 ? RevokeOutcome.NOT_HELD : RevokeOutcome.RELEASED);
    }
  }

  /** Once the holder was told, its answer can still come while the store is away for us. */
  private void onFailure(@Nullable Throwable failure) {
    if (notes == 0) {
      result.completeExceptionally(
          failure == null ? new IllegalStateException("The store answered null") : failure);
    } else {
      tellAgain();
    }
  }

  private void onNoted(RevokeAnswer.Noted noted) {
    if (notes == 0) {
      log();
    }
    if (!noted.before() || notes == 0) {
      notes++;
    }
    if (mode == RevokeMode.FORCE) {
      release(noted.holder());
    } else if (notes >= NOTES_MAX) {
      result.complete(RevokeOutcome.HANDED_ON);
    } else {
      tellAgain();
    }
  }

  private void log() {
    LOGGER.log(
        Level.WARNING,
        "Lock ''{0}'' in {1}: the lease with token {2} is taken away from its holder{3}",
        resource.name(),
        context.store().address(),
        Long.toString(token),
        mode == RevokeMode.FORCE ? " by force, who may not know of it for a while" : "");
  }

  private void tellAgain() {
    long remainingNanos = deadlineNanos - context.time().nanos();
    if (remainingNanos <= 0) {
      result.complete(RevokeOutcome.PENDING);
      return;
    }
    var unused = context.scheduler().schedule(this::tell, Math.min(pauseNanos, remainingNanos));
    pauseNanos = Math.min(2 * pauseNanos, PAUSE_NANOS_MAX);
  }

  /** Any session may take back any request, by its id; so this affects the holder alone. */
  private void release(RequestId holder) {
    var unused =
        client
            .session(resource)
            .thenCompose(session -> session.store().release(resource, holder))
            .whenComplete(
                (answer, failure) -> {
                  if (failure != null) {
                    result.completeExceptionally(failure);
                  } else if (answer.outcome() == ReleaseAnswer.Outcome.GONE) {
                    result.completeExceptionally(ownSessionEnded());
                  } else {
                    result.complete(RevokeOutcome.RELEASED);
                  }
                });
  }

  private StoreUnavailableException ownSessionEnded() {
    return new StoreUnavailableException(
        "Our own session ended before the lease was taken away. Try again.",
        resource.name(),
        client.store(),
        null);
  }
}
