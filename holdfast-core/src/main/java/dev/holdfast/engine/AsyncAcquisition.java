package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockView;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.ResourceId;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a lease, or what is made of it, without blocking the caller. The attempt's
 * end, on any thread, passes the word to the callback executor, which completes the future.
 */
final class AsyncAcquisition<T> {

  private final HoldfastClient client;
  private final EngineContext context;
  private final ResourceId resource;
  private final Ask ask;
  private final Function<EngineLease, T> wrap;
  private final PendingAcquisition pending;
  private final CompletableFuture<T> result = new CompletableFuture<>();

  AsyncAcquisition(
      HoldfastClient client, ResourceId resource, Ask ask, Function<EngineLease, T> wrap) {
    this.client = client;
    this.context = client.context();
    this.resource = resource;
    this.ask = ask;
    this.wrap = wrap;
    this.pending = new PendingAcquisition(client, resource, ask);
  }

  CompletableFuture<T> start() {
    var unusedEnd = pending.start().thenAccept(done -> context.callbacks().run(() -> finish(done)));
    // Cancelled, or completed by the application in another way, as orTimeout does.
    var unusedResult = result.whenComplete((lease, failure) -> pending.withdraw());
    return result;
  }

  private void finish(Waiter waiter) {
    switch (waiter.state()) {
      case GIVEN -> {
        EngineLease lease = waiter.lease();
        if (result.complete(wrap.apply(lease))) {
          pending.tellGranted();
        } else {
          // Cancelled while the grant was on its way.
          PendingAcquisition.giveBack(lease);
          pending.tell(AcquireOutcome.CANCELLED);
        }
      }
      case WITHDRAWN -> pending.tell(AcquireOutcome.CANCELLED);
      case FAILED -> {
        HoldfastException failure = Acquisition.failureOf(waiter, resource);
        pending.tell(AcquireOutcome.FAILED);
        result.completeExceptionally(
            failure == null ? new IllegalStateException("failed without a cause") : failure);
      }
      default -> {
        pending.tell(AcquireOutcome.NOT_ACQUIRED);
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
  }

  private void refuse(@Nullable LockView view) {
    result.completeExceptionally(NotAcquired.failure(client, resource, ask, view));
  }
}
