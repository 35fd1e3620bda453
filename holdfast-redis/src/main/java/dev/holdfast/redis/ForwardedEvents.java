package dev.holdfast.redis;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener;
import java.util.List;
import java.util.Set;

/** Passes all events on, but for those that a subclass takes. */
abstract class ForwardedEvents implements SessionListener {

  private final SessionListener listener;

  ForwardedEvents(SessionListener listener) {
    this.listener = listener;
  }

  @Override
  public void onGrant(RequestId id, ResourceId resource, Grant grant) {
    listener.onGrant(id, resource, grant);
  }

  @Override
  public void onOthersWait(RequestId id) {
    listener.onOthersWait(id);
  }

  @Override
  public void onRefused(RequestId id) {
    listener.onRefused(id);
  }

  @Override
  public void onMissing(Set<RequestId> missing) {
    listener.onMissing(missing);
  }

  @Override
  public void onRevoked(Revocation revocation) {
    listener.onRevoked(revocation);
  }

  @Override
  public void onLatchEnded(RequestId id, long round, LatchEnd end) {
    listener.onLatchEnded(id, round, end);
  }

  @Override
  public void onDetached() {
    listener.onDetached();
  }

  @Override
  public List<Known> known() {
    return listener.known();
  }

  @Override
  public void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing) {
    listener.onAttached(sentNanos, processChanged, missing);
  }

  @Override
  public void onGone() {
    listener.onGone();
  }
}
