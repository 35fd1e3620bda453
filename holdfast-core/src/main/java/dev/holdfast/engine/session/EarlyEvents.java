package dev.holdfast.engine.session;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Keeps the events that come before the session object exists, which needs the answer to the
 * opening. They are delivered in order by whoever delivers: each waits for the one before it,
 * because what waits for one future runs in no order.
 */
final class EarlyEvents implements SessionListener {

  private static final Logger LOGGER = System.getLogger(EarlyEvents.class.getName());

  private final CompletableFuture<SessionListener> target = new CompletableFuture<>();
  // Completes after the last event so far. Written by the store's events, which come one at a time.
  private volatile CompletableFuture<SessionListener> last = target;

  void deliverTo(SessionListener session) {
    target.complete(session);
  }

  @Override
  public void onGrant(RequestId id, ResourceId resource, Grant grant) {
    // Nothing was asked before the session exists, so nothing can be granted.
    SessionListener session = target.getNow(null);
    if (session != null) {
      session.onGrant(id, resource, grant);
    }
  }

  @Override
  public void onOthersWait(RequestId id) {
    SessionListener session = target.getNow(null);
    if (session != null) {
      session.onOthersWait(id);
    }
  }

  @Override
  public void onRefused(RequestId id) {
    SessionListener session = target.getNow(null);
    if (session != null) {
      session.onRefused(id);
    }
  }

  @Override
  public void onMissing(Set<RequestId> missing) {
    // Nothing is held before the session exists.
    SessionListener session = target.getNow(null);
    if (session != null) {
      session.onMissing(missing);
    }
  }

  @Override
  public void onLatchEnded(RequestId id, long round, LatchEnd end) {
    SessionListener session = target.getNow(null);
    if (session != null) {
      session.onLatchEnded(id, round, end);
    }
  }

  @Override
  public void onRevoked(Revocation revocation) {
    // Nor taken away. Whatever this may be comes again with the next renewal.
    SessionListener session = target.getNow(null);
    if (session != null) {
      session.onRevoked(revocation);
    }
  }

  @Override
  public void onDetached() {
    later(SessionListener::onDetached);
  }

  @Override
  public List<Known> known() {
    SessionListener session = target.getNow(null);
    return session == null ? List.of() : session.known();
  }

  @Override
  public void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing) {
    later(session -> session.onAttached(sentNanos, processChanged, missing));
  }

  @Override
  public void onGone() {
    later(SessionListener::onGone);
  }

  private void later(Consumer<SessionListener> event) {
    last = last.thenApply(session -> tell(session, event));
  }

  private static SessionListener tell(SessionListener session, Consumer<SessionListener> event) {
    try {
      event.accept(session);
    } catch (RuntimeException | Error failure) {
      LOGGER.log(Level.ERROR, "A session event failed", failure);
    }
    return session;
  }
}
