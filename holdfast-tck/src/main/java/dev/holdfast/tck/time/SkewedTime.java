package dev.holdfast.tck.time;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;

/**
 * The clocks and the timer of one machine, which run a little faster or slower than the others'.
 * Thread-safe.
 */
public final class SkewedTime implements TimeSource, Scheduler {

  private final VirtualTime world;
  private final int perMille;
  private final long wallOffsetMillis;

  /**
   * Makes a machine's time.
   *
   * @param world the true time
   * @param perMille by how many thousandths its clocks are faster; negative if slower
   * @param wallOffset by how much its wall clock is ahead
   */
  public SkewedTime(VirtualTime world, int perMille, Duration wallOffset) {
    this.world = world;
    this.perMille = perMille;
    this.wallOffsetMillis = wallOffset.toMillis();
  }

  @Override
  public long nanos() {
    // Relative to the beginning, where all machines agree: the true clock itself may wrap around.
    return world.nanos() + world.elapsedNanos() / 1_000 * perMille;
  }

  @Override
  public long wallMillis() {
    return world.wallMillis() + wallOffsetMillis;
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    // Never early by its own clock, or a task that looks whether it is time would go round and
    // round.
    long trueNanos = delayNanos <= 0 ? 0 : (delayNanos / (1_000 + perMille) + 1) * 1_000 + 1_000;
    return world.schedule(task, trueNanos);
  }
}
