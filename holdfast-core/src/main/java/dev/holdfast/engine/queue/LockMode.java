package dev.holdfast.engine.queue;

/** In which of two ways a thread owns a lock. */
public enum LockMode {
  /** Alone: as the plain lock, or as the writer of a read-write lock, which is the same. */
  WRITE,
  /** Beside other readers. */
  READ;

  LockMode other() {
    return this == WRITE ? READ : WRITE;
  }
}
