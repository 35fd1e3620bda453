package dev.holdfast.micrometer;

import io.micrometer.observation.Observation;
import java.util.Objects;

/** What is known of one wait for a lock while it is observed. */
public final class LockWaitContext extends Observation.Context {

  private final String lockName;
  private final String store;
  private Outcome outcome = Outcome.ERROR;
  private long fencingToken;

  /** How a wait ended. */
  public enum Outcome {
    /** With the lock. */
    ACQUIRED,
    /** Somebody else held it all the time. */
    BUSY,
    /** By an exception. */
    ERROR
  }

  /**
   * Begins without an outcome, which counts as an error.
   *
   * @param lockName the name of the lock
   * @param store what to call the store
   */
  public LockWaitContext(String lockName, String store) {
    this.lockName = Objects.requireNonNull(lockName, "lockName");
    this.store = Objects.requireNonNull(store, "store");
  }

  /**
   * The lock that is waited for.
   *
   * @return its name
   */
  public String lockName() {
    return lockName;
  }

  /**
   * Where the lock is.
   *
   * @return what the store is called
   */
  public String store() {
    return store;
  }

  /**
   * How it ended.
   *
   * @return the outcome so far
   */
  public Outcome outcome() {
    return outcome;
  }

  /**
   * The token of the lease.
   *
   * @return the token; 0 while there is none
   */
  public long fencingToken() {
    return fencingToken;
  }

  /**
   * The lock was granted.
   *
   * @param token the lease's token; 0 if it has none of its own
   */
  public void acquired(long token) {
    outcome = Outcome.ACQUIRED;
    fencingToken = token;
  }

  /** Somebody else held the lock all the time. */
  public void busy() {
    outcome = Outcome.BUSY;
  }
}
