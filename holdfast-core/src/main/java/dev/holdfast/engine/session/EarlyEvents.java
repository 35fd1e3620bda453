package dev.holdfast.engine.session;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SessionListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the events that come before the session object exists, which needs the answer to the
 * opening. The queue is emptied in order by whoever delivers.
 */
final class EarlyEvents implements SessionListener {

  private static final Logger LOGGER = System.getLogger(EarlyEvents.class.getName());

  private final CompletableFuture<ClientSession> target = new CompletableFuture<>();

  void deliverTo(ClientSession session) {
    target.complete(session);
  }

  @Override
  public void onGrant(RequestId id, ResourceId resource, Grant grant) {
    // Nothing was asked before the session exists, so nothing can be granted.
    ClientSession session = target.getNow(null);
    if (session != null) {
      session.onGrant(id, resource, grant);
    }
  }

  @Override
  public void onOthersWait(RequestId id) {
    ClientSession session = target.getNow(null);
    if (session != null) {
      session.onOthersWait(id);
    }
  }

  @Override
  public void onDetached() {
    later(ClientSession::onDetached);
  }

  @Override
  public List<Known> known() {
    ClientSession session = target.getNow(null);
    return session == null ? List.of() : session.known();
  }

  @Override
  public void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing) {
    later(session -> session.onAttached(sentNanos, processChanged, missing));
  }

  @Override
  public void onGone() {
    later(ClientSession::onGone);
  }

  private void later(Consumer<ClientSession> event) {
    target.thenAccept(event).exceptionally(EarlyEvents::logged);
  }

  private static @Nullable Void logged(Throwable failure) {
    LOGGER.log(Level.ERROR, "A session event failed", failure);
    return null;
  }
}
