package dev.holdfast.tck.fault;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What the store behind a {@link FaultySession} calls: each message takes its chances on the way to
 * the listener.
 */
final class FaultyMessages implements SessionListener {

  private final FaultyStore store;
  private final SessionListener listener;
  private final FaultySession session;

  FaultyMessages(FaultyStore store, SessionListener listener, FaultySession session) {
    this.store = store;
    this.listener = listener;
    this.session = session;
  }

  @Override
  public void onGrant(RequestId id, ResourceId resource, Grant grant) {
    message(
        () -> {
          if (!session.hasForgotten(id)) {
            listener.onGrant(id, resource, grant);
          }
        });
  }

  @Override
  public void onOthersWait(RequestId id) {
    message(() -> listener.onOthersWait(id));
  }

  @Override
  public void onRefused(RequestId id) {
    message(() -> listener.onRefused(id));
  }

  @Override
  public void onMissing(Set<RequestId> missing) {
    message(() -> listener.onMissing(missing));
  }

  @Override
  public void onLatchEnded(RequestId id, long round, LatchEnd end) {
    message(() -> listener.onLatchEnded(id, round, end));
  }

  @Override
  public void onRevoked(Revocation revocation) {
    message(() -> listener.onRevoked(revocation));
  }

  private void message(Runnable news) {
    Wire wire = store.wire();
    if (wire.state() != Wire.State.UP) {
      return;
    }
    Faults.Message message = store.faults().ofMessage();
    for (int time = 0; time < message.times(); time++) {
      wire.bring(() -> session.hear(news), message.delay());
    }
  }

  @Override
  public void onDetached() {
    store.wire().bring(() -> session.hear(listener::onDetached), Duration.ZERO);
  }

  @Override
  public List<Known> known() {
    return listener.known();
  }

  @Override
  public void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing) {
    store
        .wire()
        .bring(
            () -> session.hear(() -> listener.onAttached(sentNanos, processChanged, missing)),
            Duration.ZERO);
  }

  @Override
  public void onGone() {
    // Lost with a broken connection like any message; the next attach finds out again.
    Wire wire = store.wire();
    if (wire.state() == Wire.State.UP) {
      wire.bring(session::end, Duration.ZERO);
    }
  }
}
