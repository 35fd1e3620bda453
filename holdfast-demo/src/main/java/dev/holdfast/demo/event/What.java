package dev.holdfast.demo.event;

/** What can happen. The detail that belongs to it stands in brackets. */
public enum What {
  /** A worker begins to ask for the lock. */
  ASKS,
  /** The store refuses to grant it (why). */
  TURNED_DOWN,
  /** A worker has it, as it believes from now on (token). */
  HOLDS,
  /** It has read the counter (value). */
  READS,
  /** It has looked whether it still holds the lock, and is about to write. */
  CHECKS,
  /** It has written (number of the write, old value, new value). */
  WRITES,
  /** The database has refused its write (accepted token). */
  REFUSED,
  /** It was told that its lease is lost. */
  LOST,
  /** It gives the lock back. */
  RELEASES,
  /** It has removed what it believes to be its own old lock. */
  CLEARS,
  /** It has done what it was asked for. */
  DONE,
  /** It is ready to be told what to do. */
  READY,
  /** A process was started. */
  STARTED,
  /** It was stopped by SIGSTOP. */
  STOPPED,
  /** It goes on. */
  WOKEN,
  /** It was killed. */
  KILLED,
  /** A replica takes the place of its primary. */
  PROMOTED,
  /** The store names its holder (name; empty for none). */
  HOLDER,
  /** Something else, told in words. */
  NOTE
}
