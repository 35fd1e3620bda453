package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockKind;
import dev.holdfast.engine.flight.AcquireEvent;
import dev.holdfast.engine.flight.Flight;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One blocking attempt of the calling thread to get a lease. */
final class Acquisition {

  private final HoldfastClient client;
  private final ResourceId resource;
  private final Ask ask;
  private final TimeSource time;
  private final long startNanos;
  private final @Nullable AcquireEvent event = Flight.acquireBegins();

  Acquisition(HoldfastClient client, ResourceId resource, Ask ask) {
    this.client = client;
    this.resource = resource;
    this.ask = ask;
    this.time = client.context().time();
    this.startNanos = time.nanos();
  }

  /**
   * How long an answer to a call that is on its way is awaited beyond the wait. Opening a session
   * and asking are two calls.
   */
  static long graceNanos(HoldfastClient client) {
    return client.context().store().commandTimeout().toNanos() * 2
        + TimeUnit.MILLISECONDS.toNanos(500);
  }

  /**
   * Waits.
   *
   * @return the ended waiter: given, or not acquired
   * @throws InterruptedException only when interruptible; nothing remains then
   * @throws HoldfastException if it failed
   */
  Waiter await(boolean interruptible) throws InterruptedException {
    client.checkOpen(resource);
    if (interruptible && Thread.interrupted()) {
      throw new InterruptedException("Interrupted before asking for '" + resource.name() + "'");
    }
    Waiter waiter = Waiter.parking(ask);
    LocalQueue queue = client.enter(resource, waiter);
    boolean interrupted = park(waiter, queue, interruptible);
    if (interrupted) {
      if (interruptible) {
        giveUp(waiter, queue);
        throw new InterruptedException("Interrupted while waiting for '" + resource.name() + "'");
      }
      Thread.currentThread().interrupt();
    }
    tell(outcome(waiter));
    HoldfastException failure = waiter.failure();
    if (waiter.state() == Waiter.State.FAILED && failure != null) {
      throw Failures.forCaller(failure, resource);
    }
    return waiter;
  }

  /** Returns whether the thread was interrupted; the flag is cleared then. */
  private boolean park(Waiter waiter, LocalQueue queue, boolean interruptible) {
    boolean interrupted = false;
    boolean inGrace = !ask.mayWait();
    long grace = graceNanos(client);
    long untilNanos = ask.mayWait() ? ask.deadlineNanos() : startNanos + grace;
    while (waiter.state() == Waiter.State.WAITING) {
      if (Thread.interrupted()) {
        interrupted = true;
        if (interruptible) {
          return true;
        }
      }
      long remaining = untilNanos - time.nanos();
      if (remaining > 0) {
        waiter.park(remaining);
      } else if (inGrace) {
        queue.fail(waiter);
      } else if (!queue.waitOver(waiter)) {
        inGrace = true;
        untilNanos += grace;
      }
    }
    return interrupted;
  }

  private void giveUp(Waiter waiter, LocalQueue queue) {
    tell(AcquireOutcome.CANCELLED);
    if (queue.withdraw(waiter) || waiter.state() != Waiter.State.GIVEN) {
      return;
    }
    // The grant crossed the interrupt. Nobody waits for the store to confirm that it is returned.
    Thread owner = ask.owner();
    if (owner != null) {
      var unused = queue.unlock(owner, ask.mode());
    } else {
      var unused = queue.release(waiter.lease());
    }
  }

  private static AcquireOutcome outcome(Waiter waiter) {
    return switch (waiter.state()) {
      case GIVEN -> waiter.local() ? AcquireOutcome.LOCAL : AcquireOutcome.STORE;
      case NOT_ACQUIRED -> AcquireOutcome.NOT_ACQUIRED;
      case WITHDRAWN -> AcquireOutcome.CANCELLED;
      case FAILED, WAITING -> AcquireOutcome.FAILED;
    };
  }

  private void tell(AcquireOutcome outcome) {
    tell(client, resource, outcome, startNanos, event);
  }

  static void tell(
      HoldfastClient client,
      ResourceId resource,
      AcquireOutcome outcome,
      long startNanos,
      @Nullable AcquireEvent event) {
    LockKind kind = resource.kind().shown();
    Flight.acquireEnds(event, kind, resource.name(), outcome);
    Duration waited = Duration.ofNanos(client.context().time().nanos() - startNanos);
    client
        .context()
        .callbacks()
        .tell(listener -> listener.onAcquire(kind, resource.name(), outcome, waited));
  }

  static @Nullable HoldfastException failureOf(Waiter waiter, ResourceId resource) {
    HoldfastException failure = waiter.failure();
    return failure == null ? null : Failures.forCaller(failure, resource);
  }
}
