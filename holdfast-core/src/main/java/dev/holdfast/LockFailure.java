package dev.holdfast;

/**
 * What every failure of this library can tell: the lock and the store that it concerns.
 *
 * <p>It is an interface because two of the failures, {@link LockLostException} and {@link
 * NotHeldException}, must be {@link IllegalMonitorStateException}s for users of {@link
 * java.util.concurrent.locks.Lock}, while all others descend from {@link HoldfastException}.
 */
public interface LockFailure {

  /**
   * The name of the lock concerned.
   *
   * @return the name as the application gave it; empty when the failure concerns the client as a
   *     whole
   */
  String lockName();

  /**
   * The store concerned.
   *
   * @return its address without secrets, for example {@code redis://cache:6379}
   */
  String store();
}
