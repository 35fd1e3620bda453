package dev.holdfast.testing.proxy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The present state of the simulated network. Safe for use by many threads. */
final class Conditions {

  /** State of one direction; immutable and replaced as a whole. */
  private record Way(long delayNanos, boolean open) {}

  private static final Way CLEAR = new Way(0, true);

  private final Map<Direction, Way> ways = new EnumMap<>(Direction.class);
  private volatile long pushDelayNanos;

  Conditions() {
    clear();
  }

  synchronized void clear() {
    for (Direction direction : Direction.values()) {
      ways.put(direction, CLEAR);
    }
    pushDelayNanos = 0;
  }

  synchronized void delay(Direction direction, Duration delay) {
    ways.put(direction, new Way(delay.toNanos(), way(direction).open));
  }

  synchronized void open(Direction direction, boolean open) {
    ways.put(direction, new Way(way(direction).delayNanos, open));
  }

  void delayPushes(Duration delay) {
    pushDelayNanos = delay.toNanos();
  }

  synchronized boolean isOpen(Direction direction) {
    return way(direction).open;
  }

  synchronized long delayNanos(Direction direction) {
    return way(direction).delayNanos;
  }

  long pushDelayNanos() {
    return pushDelayNanos;
  }

  private Way way(Direction direction) {
    return ways.getOrDefault(direction, CLEAR);
  }
}
