package dev.holdfast.redis;

import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.script.Caller;
import dev.holdfast.redis.script.CloseSession;
import dev.holdfast.redis.script.RebaseLock;
import dev.holdfast.redis.script.ReleaseLock;
import dev.holdfast.redis.script.ShrinkLock;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * States again, to another server process, what a client holds and waits for.
 *
 * <p>A session that survived a crash or fail-over proves nothing about a grant or a release that
 * did not. So the requests that the client knows are moved to a fresh session, and the old one is
 * closed: whatever still names it is dead at once. If that is interrupted anywhere, the next try
 * begins with another fresh session, and moves from any of the earlier ones. A call of an earlier
 * try that arrives late moves nothing back, because it does not know the later sessions.
 */
final class Rebase {

  private static final Logger LOGGER = System.getLogger(Rebase.class.getName());
  private static final int CHUNK = 500;

  private final StoreParts parts;
  private final Link link;
  private final SessionEvents events;
  private final Duration ttl;
  private final Set<RequestId> missing = ConcurrentHashMap.newKeySet();

  Rebase(StoreParts parts, Link link, SessionEvents events, Duration ttl) {
    this.parts = parts;
    this.link = link;
    this.events = events;
    this.ttl = ttl;
  }

  /**
   * Moves everything.
   *
   * @param former the sessions of the client so far, which are closed afterwards
   * @param fresh the id of the session to move to
   * @return the requests said to be held that the store does not have
   */
  CompletionStage<Set<RequestId>> run(List<String> former, String fresh) {
    Caller caller = link.caller(fresh);
    return link.subscribe(parts.keys.channel(fresh))
        .thenCompose(listening -> Opening.open(parts, link, fresh, ttl))
        .thenCompose(opened -> events.known())
        .thenCompose(known -> move(caller, former, known, 0))
        .thenCompose(moved -> close(former, fresh))
        .thenApply(closed -> Set.copyOf(missing));
  }

  private CompletionStage<Void> close(List<String> former, String fresh) {
    return CompletableFuture.allOf(
        former.stream()
            .map(id -> CloseSession.call(link, parts.keys, link.caller(id), fresh))
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new));
  }

  private CompletionStage<Void> move(
      Caller caller, List<String> former, List<Known> known, int from) {
    if (from >= known.size()) {
      return CompletableFuture.completedFuture(null);
    }
    int to = Math.min(known.size(), from + CHUNK);
    List<CompletableFuture<Void>> moves = new ArrayList<>();
    for (Known request : known.subList(from, to)) {
      moves.add(move(caller, former, request).toCompletableFuture());
    }
    return CompletableFuture.allOf(moves.toArray(CompletableFuture<?>[]::new))
        .thenCompose(moved -> move(caller, former, known, to));
  }

  private CompletionStage<Void> move(Caller caller, List<String> former, Known request) {
    return RebaseLock.call(
            link, parts.keys.lock(request.resource()), caller, request.id().value(), former)
        .thenCompose(answer -> moved(caller, request, answer));
  }

  private CompletionStage<Void> moved(Caller caller, Known request, RebaseLock.Answer answer) {
    if (answer instanceof RebaseLock.Answer.Shared shared) {
      return shared.units() > request.units()
          ? shrink(caller, request)
          : CompletableFuture.completedFuture(null);
    }
    switch ((RebaseLock.Answer.Plain) answer) {
      case HELD -> {
        if (request.units() < Request.ALL) {
          return shrink(caller, request);
        }
      }
      case QUEUED -> {
        if (request.held()) {
          // Older data: it waits there for what it had been granted. It is lost, and must not be
          // granted again to a client that knows it no more.
          missing.add(request.id());
          takeBack(caller, request);
        }
      }
      case MISSING -> {
        if (request.held()) {
          missing.add(request.id());
        }
      }
      case GONE, STALE -> throw new IllegalStateException("The fresh session has ended already");
    }
    return CompletableFuture.completedFuture(null);
  }

  /** Older data: it holds units there that the client has given back. */
  private CompletionStage<Void> shrink(Caller caller, Known request) {
    return ShrinkLock.call(
            link,
            parts.keys.lock(request.resource()),
            caller,
            request.id().value(),
            request.units())
        .thenCompose(
            answer ->
                switch (answer) {
                  case SHRUNK -> CompletableFuture.completedFuture(null);
                  case MORE -> shrink(caller, request);
                  case NOT_HOLDING -> {
                    missing.add(request.id());
                    yield CompletableFuture.completedFuture(null);
                  }
                  case GONE, STALE ->
                      throw new IllegalStateException("The fresh session has ended already");
                });
  }

  private void takeBack(Caller caller, Known request) {
    ReleaseLock.call(link, parts.keys.lock(request.resource()), caller, request.id().value())
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                LOGGER.log(Level.DEBUG, "Taking back " + request.id() + " failed", failure);
              }
            });
  }
}
