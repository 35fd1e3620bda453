package dev.holdfast.engine;

import dev.holdfast.engine.MultiAcquisition.Wanted;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.session.Jitter;
import java.util.concurrent.TimeUnit;

/**
 * How long a member is waited for while others are held to which it has no order, and how long the
 * pause is before another round. Both by chance, so that two who hold what the other one wants
 * don't give up, and come back, in step.
 */
final class MultiSlices {

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SLICE_JITTER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int PAUSE_DOUBLINGS_MAX = 5;

  private MultiSlices() {}

  /** What is asked for a member, waited for no longer than a slice. */
  static Ask slice(Wanted one) {
    Ask ask = one.ask();
    if (!ask.mayWait()) {
      return ask;
    }
    long nowNanos = nanos(one);
    long sliceNanos = SLICE_NANOS + jitter(one, SLICE_JITTER_NANOS);
    return ask.until(nowNanos + Math.min(sliceNanos, ask.deadlineNanos() - nowNanos));
  }

  /** The pause before the next round. */
  static long pauseNanos(Wanted busy, int rounds) {
    return jitter(busy, PAUSE_NANOS_MIN << Math.min(PAUSE_DOUBLINGS_MAX, rounds));
  }

  /** Whether a member may be waited for any longer. */
  static boolean inTime(Wanted one) {
    return one.ask().mayWait() && one.ask().deadlineNanos() - nanos(one) > 0;
  }

  private static long nanos(Wanted one) {
    return one.member().client().context().time().nanos();
  }

  private static long jitter(Wanted one, long boundNanos) {
    return Jitter.below(boundNanos, nanos(one), one.member().client().nextRequestId());
  }
}
