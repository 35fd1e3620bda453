package dev.holdfast.engine.queue;

import dev.holdfast.engine.queue.Unlock.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of those who share: the readers of a lock, or the holders of a semaphore's
 * permits. Guarded by the queue.
 *
 * <p>Everyone has a request of its own, and the store alone decides who comes next. So nothing is
 * handed on here and nobody joins a neighbour's lease: a writer elsewhere waits no longer for many
 * readers of one JVM than for those of many, and the numbers of grants stay in their order.
 *
 * <p>A reader that owns the lock alone has no request here: it uses the writer's lease, and keeps
 * that when the writer unlocks first.
 */
final class SharedCore extends QueueCore {

  private final Map<StoreRequest, EngineLease> leases = new LinkedHashMap<>(4);

  SharedCore(LocalQueue queue, Cores cores) {
    super(queue, cores, LockMode.READ);
  }

  @Override
  boolean idle() {
    return leases.isEmpty() && super.idle();
  }

  @Override
  void admit(Waiter waiter, Effects effects) {
    if (home.closed()) {
      waiter.fail(closed(), effects);
    } else if (!waiter.ask().mayWait() && cores.exclusive().busy()) {
      waiter.refuse(effects);
    } else {
      askFor(waiter, effects);
    }
  }

  /** Whether somebody waits here. */
  boolean anyWaits() {
    return waiting.anyFair();
  }

  /** Whether something is held here. */
  boolean anyHeld() {
    long nowNanos = context.time().nanos();
    return leases.values().stream().anyMatch(lease -> lease.held(nowNanos));
  }

  /** What is held here. */
  Collection<EngineLease> leases() {
    return leases.values();
  }

  /** A lease that a thread has acquired as a handle; null if there is none. */
  @Nullable EngineLease handleOf(long threadId) {
    return leases.values().stream()
        .filter(lease -> lease.ask().isHandleOf(threadId))
        .findFirst()
        .orElse(null);
  }

  // ---- leases ------------------------------------------------------------------------------

  /** A thread that owns the lock alone begins to read. */
  void readInside(ThreadHold writing, Effects effects) {
    begin(writing.owner(), writing.lease(), effects);
  }

  /** The writer's lease becomes a reader's. */
  void adopt(EngineLease lease) {
    leases.put(lease.request(), lease);
    lease.request().moveTo(this);
  }

  @Override
  Unlock ended(ThreadHold hold, Effects effects) {
    return cores.writesOn(hold)
        ? new Unlock(Kind.COUNTED, hold, null)
        : new Unlock(Kind.RELEASING, hold, giveBack(hold.lease(), effects));
  }

  @Override
  CompletableFuture<ReleaseOutcome> giveBack(EngineLease lease, Effects effects) {
    if (lease.open() && lease.remainingNanos(context.time().nanos()) <= 0) {
      expire(lease, effects);
    }
    if (lease.open()) {
      lease.release();
      drop(lease);
      lease.request().withdraw(effects);
    } else {
      endWork(lease, effects);
    }
    return lease.request().released();
  }

  /** Gives a part back; null if there is less, and then nothing is changed. */
  @Nullable CompletableFuture<ReleaseOutcome> giveBack(
      EngineLease lease, int units, Effects effects) {
    int left = lease.units() - units;
    if (left < 0) {
      return null;
    }
    boolean valid = lease.remainingNanos(context.time().nanos()) > 0;
    return valid && left > 0 ? lease.shrink(left, effects) : giveBack(lease, effects);
  }

  /** The store has given the whole lock to somebody, so all that is held is over, timers or not. */
  void expireAll(Effects effects) {
    for (EngineLease lease : List.copyOf(leases.values())) {
      expire(lease, effects);
    }
  }

  @Override
  @Nullable EngineLease leaseOf(StoreRequest request) {
    return leases.get(request);
  }

  @Override
  void drop(EngineLease lease) {
    leases.remove(lease.request(), lease);
  }

  // ---- events of requests ------------------------------------------------------------------

  @Override
  void onGranted(StoreRequest request, Effects effects) {
    Waiter waiter = waiting.disown(request);
    if (waiter == null) {
      request.withdraw(effects);
      return;
    }
    cores.exclusive().expireStale(effects);
    long nowNanos = context.time().nanos();
    EngineLease lease = EngineLease.begin(queue, request, waiter.ask(), 0, nowNanos, effects);
    leases.put(request, lease);
    Thread owner = waiter.ask().owner();
    if (owner != null) {
      begin(owner, lease, effects);
    }
    waiter.give(lease, false, effects);
    if (lease.bounded()) {
      effects.add(() -> queue.watchDeadline(lease));
    }
  }

  // ---- the end -----------------------------------------------------------------------------

  @Override
  List<CompletableFuture<ReleaseOutcome>> close(Effects effects) {
    List<CompletableFuture<ReleaseOutcome>> releases = new ArrayList<>(endWaits(effects));
    for (EngineLease lease : List.copyOf(leases.values())) {
      releases.add(giveBack(lease, effects));
    }
    return releases;
  }
}
