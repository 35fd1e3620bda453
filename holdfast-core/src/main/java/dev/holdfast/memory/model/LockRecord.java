package dev.holdfast.memory.model;

import dev.holdfast.LockView;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One lock: who holds it and who waits. Touched by {@link LockSpace} only.
 *
 * <p>Requests of ended sessions are taken out where the end is noticed, so everything here is
 * alive; a lock without a holder but with a queue is one whose holder has died unnoticed by those
 * who wait.
 */
final class LockRecord {

  final ResourceId resource;

  private final Map<RequestId, RequestRecord> queue = new LinkedHashMap<>();
  private @Nullable RequestRecord holder;

  LockRecord(ResourceId resource) {
    this.resource = resource;
  }

  @Nullable RequestRecord holder() {
    return holder;
  }

  boolean isUnused() {
    return holder == null && queue.isEmpty();
  }

  @Nullable RequestRecord find(RequestId id) {
    return holder != null && holder.request.id().equals(id) ? holder : queue.get(id);
  }

  /** Adds a request at the tail of the queue. */
  void append(RequestRecord waiter) {
    queue.put(waiter.request.id(), waiter);
    waiter.session.requests.put(waiter.request.id(), waiter);
  }

  /** Makes a request the holder, whether it waited or is new. */
  void hold(RequestRecord granted) {
    queue.remove(granted.request.id());
    granted.session.requests.put(granted.request.id(), granted);
    holder = granted;
  }

  /** Takes a request out, whether it waits or holds. */
  void remove(RequestRecord gone) {
    gone.session.requests.remove(gone.request.id());
    if (holder == gone) {
      holder = null;
    } else {
      queue.remove(gone.request.id());
    }
  }

  /**
   * Who is next: the first that is in strict order or whose client listens, so that a killed
   * client's waiters hold nobody up; if nobody listens, simply the first. Who is passed over keeps
   * its place.
   */
  @Nullable RequestRecord next() {
    RequestRecord first = null;
    for (RequestRecord waiter : queue.values()) {
      if (waiter.request.fair() || waiter.session.listening) {
        return waiter;
      }
      first = first == null ? waiter : first;
    }
    return first;
  }

  /** The first waiter of another session than the holder's. */
  @Nullable RequestRecord firstOther(RequestRecord holding) {
    for (RequestRecord waiter : queue.values()) {
      if (waiter.session != holding.session) {
        return waiter;
      }
    }
    return null;
  }

  /** The place of a waiter in the queue, 1 being the first. */
  int place(RequestRecord waiter) {
    int place = 1;
    for (RequestRecord other : queue.values()) {
      if (other == waiter) {
        return place;
      }
      place++;
    }
    throw new IllegalStateException("Not in the queue: " + waiter.request.id());
  }

  LockView view(Moment now) {
    List<LockView.Holder> holders =
        holder == null || holder.remaining(now).isZero()
            ? List.of()
            : List.of(holder.asHolder(now));
    return new LockView(
        resource.name(), holders, queue.values().stream().map(RequestRecord::asWaiter).toList());
  }
}
