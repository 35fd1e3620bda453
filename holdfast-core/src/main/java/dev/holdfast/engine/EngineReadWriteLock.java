package dev.holdfast.engine;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;

/** The two views of one lock. Immutable. */
final class EngineReadWriteLock implements DistributedReadWriteLock {

  private final EngineLock reading;
  private final EngineLock writing;

  EngineReadWriteLock(EngineLock reading, EngineLock writing) {
    this.reading = reading;
    this.writing = writing;
  }

  @Override
  public String name() {
    return writing.name();
  }

  @Override
  public DistributedLock readLock() {
    return reading;
  }

  @Override
  public DistributedLock writeLock() {
    return writing;
  }

  @Override
  public String toString() {
    return "DistributedReadWriteLock[" + reading + ", " + writing + "]";
  }
}
