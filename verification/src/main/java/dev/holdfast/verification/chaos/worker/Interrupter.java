package dev.holdfast.verification.chaos.worker;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Interrupts a thread in the middle of what it does, and never afterwards. */
final class Interrupter {

  private final ScheduledExecutorService timer;

  Interrupter(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /** Begins: the calling thread is interrupted after the given time, unless it has ended before. */
  ScheduledFuture<?> interruptAfter(long micros) {
    Thread target = Thread.currentThread();
    return timer.schedule(target::interrupt, micros, TimeUnit.MICROSECONDS);
  }

  /** Ends: no interrupt is on its way any more, and none is pending. */
  static void end(ScheduledFuture<?> interrupt) {
    if (!interrupt.cancel(false)) {
      awaitRun(interrupt);
    }
    boolean unused = Thread.interrupted();
  }

  private static void awaitRun(ScheduledFuture<?> interrupt) {
    while (true) {
      try {
        interrupt.get();
        return;
      } catch (InterruptedException e) {
        // The very interrupt that is awaited.
      } catch (ExecutionException | CancellationException e) {
        throw new IllegalStateException("Interrupting a thread can't fail", e);
      }
    }
  }
}
