package dev.holdfast.engine.queue;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who waits in this JVM for one lock, and which request to the store serves whom: most share the
 * pending one, first come, first served; those who ask for strict order or don't wait have their
 * own. Guarded by the queue.
 */
final class WaitList {

  private final ArrayDeque<Waiter> sharing = new ArrayDeque<>(4);
  private final Map<StoreRequest, Waiter> owns = new HashMap<>(4);
  private @Nullable StoreRequest pending;
  private int fair;

  boolean isEmpty() {
    return sharing.isEmpty() && owns.isEmpty();
  }

  /** How many wait. */
  int size() {
    return sharing.size() + owns.size();
  }

  /** Whether callers share the pending request, or wait for the lease to be handed on. */
  boolean anySharing() {
    return !sharing.isEmpty();
  }

  boolean anyFair() {
    return fair > 0;
  }

  void share(Waiter waiter) {
    sharing.addLast(waiter);
  }

  @Nullable Waiter head() {
    return sharing.peekFirst();
  }

  void removeHead() {
    sharing.removeFirst();
  }

  void remove(Waiter waiter) {
    sharing.remove(waiter);
  }

  /** Takes out everyone who shares. */
  List<Waiter> drain() {
    List<Waiter> all = List.copyOf(sharing);
    sharing.clear();
    return all;
  }

  @Nullable StoreRequest pending() {
    return pending;
  }

  void setPending(@Nullable StoreRequest request) {
    pending = request;
  }

  void own(StoreRequest request, Waiter waiter) {
    waiter.setOwn(request);
    owns.put(request, waiter);
    fair += waiter.ask().mayWait() ? 1 : 0;
  }

  /** Parts a request from the only waiter that it serves; null if it serves none or many. */
  @Nullable Waiter disown(StoreRequest request) {
    Waiter waiter = owns.remove(request);
    if (waiter != null) {
      fair -= waiter.ask().mayWait() ? 1 : 0;
      waiter.setOwn(null);
    }
    return waiter;
  }

  /** The waiters that have requests of their own. */
  List<Waiter> owners() {
    return List.copyOf(owns.values());
  }

  /** The request that serves a waiter; null if none is on its way. */
  @Nullable StoreRequest requestOf(Waiter waiter) {
    StoreRequest own = waiter.own();
    return own != null ? own : pending;
  }

  /** Whom a request serves. */
  List<Waiter> servedBy(StoreRequest request) {
    if (request == pending) {
      return List.copyOf(sharing);
    }
    Waiter own = owns.get(request);
    return own == null ? List.of() : List.of(own);
  }
}
