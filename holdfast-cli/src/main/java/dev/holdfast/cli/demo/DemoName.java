package dev.holdfast.cli.demo;

/** The demos, as they are named on the command line. */
public enum DemoName {
  /** A holder is killed. */
  crash,
  /** The work takes longer than the TTL. */
  overrun,
  /** The primary dies before its replica has the lock. */
  failover,
  /** A holder is stopped in the middle of its write. */
  pause,
  /** Many wait for one lock. */
  queue,
  /** All of them, one after the other. */
  all
}
