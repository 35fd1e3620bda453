package dev.holdfast.engine.session;

import dev.holdfast.ClientClosedException;
import dev.holdfast.ClientStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one live session per shard: opened by the first request, one opening at a time however many
 * ask, replaced by a fresh one after a loss.
 */
public final class SessionKeeper {

  private final EngineContext context;
  private final int shard;
  private final Duration ttl;

  private final ReentrantLock guard = new ReentrantLock();
  // Written under guard; read without it on the fast path.
  private volatile @Nullable CompletableFuture<ClientSession> current;
  // Guarded by guard.
  private boolean closed;

  /** Opens nothing yet. */
  public SessionKeeper(EngineContext context, int shard, Duration ttl) {
    this.context = context;
    this.shard = shard;
    this.ttl = ttl;
  }

  /**
   * The live session, opened if there is none.
   *
   * @return completes on a thread of the store, or at once; exceptionally when the opening failed,
   *     and then the next call tries again
   */
  public CompletableFuture<ClientSession> session() {
    CompletableFuture<ClientSession> present = current;
    return present != null ? present : open();
  }

  private CompletableFuture<ClientSession> open() {
    CompletableFuture<ClientSession> opening = new CompletableFuture<>();
    guard.lock();
    try {
      CompletableFuture<ClientSession> present = current;
      if (present != null) {
        return present;
      }
      if (closed) {
        return CompletableFuture.failedFuture(
            new ClientClosedException(
                "The lock client is closed", "", context.store().address(), null));
      }
      current = opening;
    } finally {
      guard.unlock();
    }
    var unused =
        ClientSession.open(context, shard, ttl, ended -> forget(opening))
            .whenComplete(
                (session, failure) -> {
                  if (failure != null) {
                    forget(opening);
                    opening.completeExceptionally(Failures.cause(failure));
                  } else {
                    opening.complete(session);
                  }
                });
    return opening;
  }

  private void forget(CompletableFuture<ClientSession> ended) {
    guard.lock();
    try {
      if (current == ended) {
        current = null;
      }
    } finally {
      guard.unlock();
    }
  }

  /** The live session for people; empty if there is none. Opens none. */
  public Optional<ClientStatus.Session> status(long nowNanos) {
    CompletableFuture<ClientSession> present = current;
    if (present == null || !present.isDone() || present.isCompletedExceptionally()) {
      return Optional.empty();
    }
    return Optional.of(present.join().status(nowNanos)).filter(it -> !it.remaining().isZero());
  }

  /**
   * Ends the session, if there is one, and opens no other.
   *
   * @return completes when the store has confirmed, or has failed to
   */
  public CompletableFuture<@Nullable Void> close() {
    CompletableFuture<ClientSession> last;
    guard.lock();
    try {
      closed = true;
      last = current;
      current = null;
    } finally {
      guard.unlock();
    }
    if (last == null) {
      return CompletableFuture.completedFuture(null);
    }
    return last.handle((session, failure) -> session)
        .thenCompose(
            session ->
                session == null
                    ? CompletableFuture.<@Nullable Void>completedFuture(null)
                    : session.close());
  }
}
