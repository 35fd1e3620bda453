package dev.holdfast.redis.redlock;

import dev.holdfast.redis.connection.Serial;
import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One timer at a time, whose task runs on a serial. Confined to that serial. */
final class SerialTimer {

  private final RedlockParts parts;
  private final Serial serial;
  private Scheduler.@Nullable Timer timer;

  SerialTimer(RedlockParts parts, Serial serial) {
    this.parts = parts;
    this.serial = serial;
  }

  /** Sets it, instead of what was set before. */
  void set(Duration delay, Runnable task) {
    cancel();
    timer = parts.schedule(() -> serial.run(task), delay);
  }

  void cancel() {
    Scheduler.Timer pending = timer;
    if (pending != null) {
      pending.cancel();
      timer = null;
    }
  }
}
