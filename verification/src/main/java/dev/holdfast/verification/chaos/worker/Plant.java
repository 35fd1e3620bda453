package dev.holdfast.verification.chaos.worker;

/** Faults that can be planted, so that it is seen that the judge finds them. */
public enum Plant {

  /** Nothing: the real thing. */
  NONE,

  /** Workers don't ask whether they still hold, and work on after the end of a lease. */
  DEAF,

  /** One of the processes keeps its locks apart from the others: every lock is given twice. */
  SPLIT,

  /** The guard is shown a token of the worker's own making, which it never refuses. */
  FORGED_TOKEN
}
