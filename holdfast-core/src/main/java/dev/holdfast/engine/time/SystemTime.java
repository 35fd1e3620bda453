package dev.holdfast.engine.time;

import dev.holdfast.spi.TimeSource;

/** The machine's clocks. */
public final class SystemTime implements TimeSource {

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }
}
