package dev.holdfast.redis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Watches the server's wall clock, by which sessions end, against our monotonic one: a step forward
 * can end sessions early, a step back can keep dead ones for longer. Nothing can be done about it
 * but to say so.
 */
final class ServerClock {

  private static final Logger LOGGER = System.getLogger(ServerClock.class.getName());
  private static final long STEP_MIN_MILLIS = 1_000;

  /**
   * How far the server's clock is ahead of ours, for one server process: somewhere between the two,
   * since the server looked at its clock between our sending and our receiving.
   */
  private record Offset(String process, long lowMillis, long highMillis) {}

  private final String hostAndPort;
  private final AtomicReference<@Nullable Offset> last = new AtomicReference<>();

  ServerClock(String hostAndPort) {
    this.hostAndPort = hostAndPort;
  }

  /** Looks at an answer: when its call was sent, when it came, and the server's time in it. */
  void look(String process, long serverMillis, long sentNanos, long answeredNanos) {
    Offset now =
        new Offset(
            process,
            serverMillis - answeredNanos / 1_000_000,
            serverMillis - sentNanos / 1_000_000);
    Offset before = last.getAndSet(now);
    if (before == null || !before.process().equals(process)) {
      return;
    }
    long forward = now.lowMillis() - before.highMillis();
    long back = now.highMillis() - before.lowMillis();
    if (forward > STEP_MIN_MILLIS || back < -STEP_MIN_MILLIS) {
      long step = forward > 0 ? forward : back;
      LOGGER.log(
          Level.WARNING,
          "The clock of Redis at {0} was stepped by {1} ms. Sessions end by that clock: a step"
              + " forward of more than the margin of their TTL ends them early.",
          hostAndPort,
          Long.toString(step));
    }
  }
}
