package dev.holdfast.engine;

import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.ThreadHold;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.Scheduler.Timer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;

/**
 * Warns of threads that ended without unlocking: their locks stay held as long as the client lives,
 * because nobody else knows whether the work is done.
 */
final class LeakWatch {

  private static final Logger LOGGER = System.getLogger(LeakWatch.class.getName());

  private final EngineContext context;
  private final long periodNanos;
  private final Collection<LocalQueue> queues;
  // Written by the constructor and the timer thread; end() may cancel a timer that has just run.
  private volatile Timer timer;
  private volatile boolean ended;

  LeakWatch(EngineContext context, Duration ttl, Collection<LocalQueue> queues) {
    this.context = context;
    this.periodNanos = ttl.toNanos();
    this.queues = queues;
    this.timer = context.scheduler().schedule(this::look, periodNanos);
  }

  void end() {
    ended = true;
    timer.cancel();
  }

  private void look() {
    for (LocalQueue queue : queues) {
      for (ThreadHold hold : queue.leaked()) {
        LOGGER.log(
            Level.WARNING,
            "Thread {0} has ended without unlocking ''{1}''. The lock stays held until its client"
                + " is closed; unlock in a finally block, or use a lease time.",
            hold.owner().getName(),
            queue.resource().name());
      }
    }
    if (!ended) {
      timer = context.scheduler().schedule(this::look, periodNanos);
    }
  }
}
