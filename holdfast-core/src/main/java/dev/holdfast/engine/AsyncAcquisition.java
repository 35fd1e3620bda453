package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.LockView;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Scheduler.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a lease without blocking the caller. The timer ends the wait; the waiter's
 * end, on any thread, passes the word to the callback executor, which completes the future.
 */
final class AsyncAcquisition {

  private final HoldfastClient client;
  private final EngineContext context;
  private final ResourceId resource;
  private final Ask ask;
  private final long startNanos;
  private final CompletableFuture<Lease> result = new CompletableFuture<>();
  private final AtomicReference<@Nullable Timer> timer = new AtomicReference<>();

  AsyncAcquisition(HoldfastClient client, ResourceId resource, Ask ask) {
    this.client = client;
    this.context = client.context();
    this.resource = resource;
    this.ask = ask;
    this.startNanos = context.time().nanos();
  }

  CompletableFuture<Lease> start() {
    client.checkOpen(resource.name());
    CompletableFuture<Waiter> ended = new CompletableFuture<>();
    Waiter[] self = new Waiter[1];
    Waiter waiter = Waiter.calling(ask, () -> ended.complete(self[0]));
    self[0] = waiter;
    LocalQueue queue = client.enter(resource, waiter);
    long nowNanos = context.time().nanos();
    long grace = Acquisition.graceNanos(client);
    if (ask.mayWait()) {
      schedule(() -> waitOver(waiter, queue, grace), ask.deadlineNanos() - nowNanos);
    } else {
      schedule(() -> queue.fail(waiter), grace);
    }
    var unused = ended.thenAccept(done -> context.callbacks().run(() -> finish(done, queue)));
    withdrawWhenCancelled(waiter, queue);
    return result;
  }

  private void withdrawWhenCancelled(Waiter waiter, LocalQueue queue) {
    var unused =
        result.whenComplete(
            (lease, failure) -> {
              // Cancelled, or completed by the application in another way, as orTimeout does.
              if (queue.withdraw(waiter)) {
                cancelTimer();
                tell(AcquireOutcome.CANCELLED);
              }
            });
  }

  private void waitOver(Waiter waiter, LocalQueue queue, long grace) {
    if (!queue.waitOver(waiter)) {
      schedule(() -> queue.fail(waiter), grace);
    }
  }

  private void schedule(Runnable task, long delayNanos) {
    if (!result.isDone()) {
      timer.set(context.scheduler().schedule(task, delayNanos));
      if (result.isDone()) {
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

  private void finish(Waiter waiter, LocalQueue queue) {
    switch (waiter.state()) {
      case GIVEN -> {
        EngineLease lease = waiter.lease();
        if (result.complete(new LeaseHandle(client, lease))) {
          tell(waiter.local() ? AcquireOutcome.LOCAL : AcquireOutcome.STORE);
        } else {
          // Cancelled while the grant was on its way: it is given back, unawaited.
          var unused = queue.release(lease);
          tell(AcquireOutcome.CANCELLED);
        }
      }
      case FAILED -> {
        HoldfastException failure = Acquisition.failureOf(waiter, resource.name());
        tell(AcquireOutcome.FAILED);
        result.completeExceptionally(
            failure == null ? new IllegalStateException("failed without a cause") : failure);
      }
      default -> {
        tell(AcquireOutcome.NOT_ACQUIRED);
        var unused =
            Inspection.ask(client, resource)
                .handle(
                    (view, failure) -> {
                      // The answer comes on a thread of the store, where no application code runs.
                      context.callbacks().run(() -> refuse(view));
                      return true;
                    });
      }
    }
    cancelTimer();
  }

  private void refuse(@Nullable LockView view) {
    result.completeExceptionally(NotAcquired.failure(client, resource, ask, view));
  }

  private void tell(AcquireOutcome outcome) {
    Acquisition.tell(client, resource, outcome, startNanos);
  }
}
