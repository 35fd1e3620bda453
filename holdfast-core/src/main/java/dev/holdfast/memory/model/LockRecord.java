package dev.holdfast.memory.model;

import dev.holdfast.LockView;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lock or semaphore: how many units it has, who holds them and who waits. Touched by {@link
 * LockSpace} and {@link HandOn} only.
 *
 * <p>Requests of ended sessions are taken out where the end is noticed, so everything here is
 * alive; a lock without a holder but with a queue is one whose holder has died unnoticed by those
 * who wait, or whose waiters' clients do not listen.
 */
final class LockRecord {

  final ResourceId resource;

  /** The permits of a semaphore; always null for a lock. */
  private @Nullable PermitsRecord permits;

  private final Map<RequestId, RequestRecord> holders = new LinkedHashMap<>();
  private final Map<RequestId, RequestRecord> queue = new LinkedHashMap<>();

  /** The sum of what the holders hold. */
  private long unitsHeld;

  LockRecord(ResourceId resource) {
    this.resource = resource;
  }

  @Nullable PermitsRecord permits() {
    return permits;
  }

  void setPermits(@Nullable PermitsRecord now) {
    permits = now;
  }

  boolean isSet() {
    return resource.kind() == ResourceKind.LOCK || permits != null;
  }

  int capacity() {
    if (resource.kind() == ResourceKind.LOCK) {
      return Request.ALL;
    }
    return permits == null ? 0 : permits.capacity();
  }

  /** How many units nobody holds; negative after a reduction. */
  long free() {
    return capacity() - unitsHeld;
  }

  /** What is set and what is free of it; leases whose bound has passed count no more. */
  Optional<Permits> asPermits(Moment now) {
    long ended =
        holders.values().stream()
            .filter(holder -> holder.remaining(now).isZero())
            .mapToLong(RequestRecord::units)
            .sum();
    return permits == null
        ? Optional.empty()
        : Optional.of(new Permits(capacity(), Math.toIntExact(free() + ended)));
  }

  Collection<RequestRecord> holders() {
    return holders.values();
  }

  Collection<RequestRecord> waiters() {
    return queue.values();
  }

  boolean isIdle() {
    return holders.isEmpty() && queue.isEmpty();
  }

  boolean isUnused() {
    return isIdle() && permits == null;
  }

  @Nullable RequestRecord holder(RequestId id) {
    return holders.get(id);
  }

  /** Who lives and holds it by a grant. */
  @Nullable RequestRecord holder(Moment now, long sequence) {
    for (RequestRecord holder : holders.values()) {
      if (holder.sequence() == sequence && !holder.remaining(now).isZero()) {
        return holder;
      }
    }
    return null;
  }

  @Nullable RequestRecord find(RequestId id) {
    RequestRecord holder = holders.get(id);
    return holder != null ? holder : queue.get(id);
  }

  boolean heldByOther(RequestId id) {
    return holders.size() > (holders.containsKey(id) ? 1 : 0);
  }

  /** Adds a request at the tail of the queue. */
  void append(RequestRecord waiter) {
    queue.put(waiter.request.id(), waiter);
    waiter.session.requests.put(waiter.request.id(), waiter);
  }

  /** Makes a request a holder, whether it waited or is new. */
  void hold(RequestRecord granted) {
    queue.remove(granted.request.id());
    granted.session.requests.put(granted.request.id(), granted);
    holders.put(granted.request.id(), granted);
    unitsHeld += granted.units();
  }

  /** Lets a holder keep fewer units. */
  void shrink(RequestRecord holder, int units) {
    unitsHeld -= holder.units() - units;
    holder.setUnits(units);
  }

  /** Takes a request out, whether it waits or holds. */
  void remove(RequestRecord gone) {
    gone.session.requests.remove(gone.request.id());
    if (holders.remove(gone.request.id(), gone)) {
      unitsHeld -= gone.units();
    } else {
      queue.remove(gone.request.id());
    }
  }

  /** Whether somebody of another session than the holder's waits. */
  boolean othersWait(RequestRecord holding) {
    return firstOther(holding) != null;
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

  /** How long it lasts until the first holder ends if nobody renews anything. */
  Duration shortestRemaining(Moment now) {
    return holders.values().stream()
        .map(holder -> holder.remaining(now))
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  LockView view(Moment now) {
    return new LockView(
        resource.name(),
        resource.kind().shown(),
        capacity(),
        holders.values().stream()
            .filter(holder -> !holder.remaining(now).isZero())
            .map(holder -> holder.asHolder(now))
            .toList(),
        queue.values().stream().map(RequestRecord::asWaiter).toList());
  }
}
