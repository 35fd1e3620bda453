package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.engine.flight.AcquireEvent;
import dev.holdfast.engine.flight.Flight;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.Together;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Scheduler.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a lease that blocks nobody. The timer ends the wait; the waiter's end, on any
 * thread, is told on that thread, so whoever listens passes the word on to where it may be used.
 */
final class PendingAcquisition {

  private final HoldfastClient client;
  private final EngineContext context;
  private final ResourceId resource;
  private final Ask ask;
  private final long startNanos;
  private final @Nullable AcquireEvent event = Flight.acquireBegins();
  // Completed once, by whoever ended the waiter, outside of every guard.
  private final CompletableFuture<Waiter> ended = new CompletableFuture<>();
  private final AtomicBoolean told = new AtomicBoolean();
  private final AtomicReference<@Nullable Timer> timer = new AtomicReference<>();
  private final Waiter waiter;
  // Written once, by start(); read by whoever withdraws.
  private volatile @Nullable LocalQueue queue;

  PendingAcquisition(HoldfastClient client, ResourceId resource, Ask ask) {
    this.client = client;
    this.context = client.context();
    this.resource = resource;
    this.ask = ask;
    this.startNanos = context.time().nanos();
    this.waiter = Waiter.calling(ask, this::waiterEnded);
  }

  /**
   * Begins. Called once.
   *
   * @return completes with the waiter: given, not acquired, failed, or withdrawn
   * @throws dev.holdfast.ClientClosedException if the client is closed
   */
  CompletableFuture<Waiter> start() {
    client.checkOpen(resource);
    LocalQueue entered = client.enter(resource, waiter);
    queue = entered;
    long grace = Acquisition.graceNanos(client);
    if (ask.mayWait()) {
      schedule(() -> waitOver(entered, grace), ask.deadlineNanos() - context.time().nanos());
    } else {
      schedule(() -> entered.fail(waiter), grace);
    }
    return ended;
  }

  /** Takes the request back; false if it has not begun, or has ended, and then its end stands. */
  boolean withdraw() {
    LocalQueue entered = queue;
    if (entered == null || !entered.withdraw(waiter)) {
      return false;
    }
    waiterEnded();
    return true;
  }

  /** Gives a lease back that nobody wants any more; nobody waits for the store to confirm it. */
  static void giveBack(EngineLease lease) {
    Thread owner = lease.ask().owner();
    if (owner != null) {
      var unused = lease.queue().unlock(owner, lease.ask().mode());
    } else {
      var unused = lease.queue().release(lease);
    }
  }

  /** The lease; only once it was given. */
  EngineLease lease() {
    return waiter.lease();
  }

  /** Tells listeners that it was granted. */
  void tellGranted() {
    tell(waiter.local() ? AcquireOutcome.LOCAL : AcquireOutcome.STORE);
  }

  /** Tells listeners how it ended. Only the first word counts. */
  void tell(AcquireOutcome outcome) {
    if (told.compareAndSet(false, true)) {
      Acquisition.tell(client, resource, outcome, startNanos, event);
    }
  }

  private void waiterEnded() {
    Together.Part part = ask.part();
    if (part != null) {
      part.leave();
    }
    // Before, because whoever listens may take its time; after, because start() may just set it.
    cancelTimer();
    ended.complete(waiter);
    cancelTimer();
  }

  private void waitOver(LocalQueue entered, long grace) {
    if (!entered.waitOver(waiter)) {
      schedule(() -> entered.fail(waiter), grace);
    }
  }

  private void schedule(Runnable task, long delayNanos) {
    if (!ended.isDone()) {
      timer.set(context.scheduler().schedule(task, delayNanos));
      if (ended.isDone()) {
        cancelTimer();
      }
    }
  }

  private void cancelTimer() {
    Timer last = timer.get();
    if (last != null) {
      last.cancel();
    }
  }
}
