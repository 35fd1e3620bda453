package dev.holdfast.engine;

import dev.holdfast.engine.latch.LatchAwaiter;
import dev.holdfast.engine.latch.Latches;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Scheduler.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One await of a latch, whether a thread blocks for it or not. The timer ends it in time. */
final class LatchWait {

  private final HoldfastClient client;
  private final EngineContext context;
  private final Latches latches;
  private final ResourceId latch;
  private final long waitNanos;
  private final LatchAwaiter awaiter;
  private final AtomicReference<@Nullable Timer> timer = new AtomicReference<>();

  /**
   * Prepares it.
   *
   * @param round the round to await; 0 for the one that is open
   */
  LatchWait(HoldfastClient client, Latches latches, ResourceId latch, long round, long waitNanos) {
    this.client = client;
    this.context = client.context();
    this.latches = latches;
    this.latch = latch;
    this.waitNanos = waitNanos;
    this.awaiter = new LatchAwaiter(round, unlimited());
  }

  private boolean unlimited() {
    return waitNanos >= Waits.MAX.toNanos();
  }

  /**
   * Begins.
   *
   * @return completes with whether the round has ended before the wait
   */
  CompletableFuture<Boolean> begin() {
    latches.checkOpen(latch);
    latches.enter(latch, awaiter);
    var unused = awaiter.done().whenComplete((ended, failure) -> cancelTimer());
    if (waitNanos == 0) {
      waitOver();
    } else if (!unlimited()) {
      schedule(this::waitOver, waitNanos);
    }
    return awaiter.done();
  }

  private void waitOver() {
    if (!latches.waitOver(latch, awaiter)) {
      schedule(() -> latches.fail(latch, awaiter), Acquisition.graceNanos(client));
    }
  }

  private void schedule(Runnable task, long delayNanos) {
    if (!awaiter.done().isDone()) {
      timer.set(context.scheduler().schedule(task, delayNanos));
      if (awaiter.done().isDone()) {
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

  /** The caller has given up. */
  void withdraw() {
    cancelTimer();
    latches.withdraw(latch, awaiter);
  }
}
