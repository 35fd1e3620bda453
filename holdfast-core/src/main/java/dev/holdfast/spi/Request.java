package dev.holdfast.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * "Give this session so many units of the resource": granted, queued in order of arrival, or
 * refused.
 *
 * @param id the request's own id
 * @param resource what is asked for
 * @param units how many units: {@link #ALL} of a lock to exclude everybody else, fewer to share it;
 *     a number of permits of a semaphore, or {@link #WHAT_IS_FREE}
 * @param mayWait whether it may be queued; otherwise it is granted at once or refused without a
 *     trace
 * @param fair whether it is strictly served in order of arrival: never passed over because its
 *     client does not seem to listen
 * @param leaseTime the bound of the lease when it is granted at once, at least a millisecond; a
 *     request that was queued gets its bound by {@link StoreSession#settle}
 * @param thread the name of the asking thread, for people
 * @param note a text for people; may be empty
 */
public record Request(
    RequestId id,
    ResourceId resource,
    int units,
    boolean mayWait,
    boolean fair,
    Optional<Duration> leaseTime,
    String thread,
    String note) {

  /** All units of a lock, and so the capacity of every lock. */
  public static final int ALL = Integer.MAX_VALUE;

  /**
   * As many permits of a semaphore as are free when the request arrives, at least one. Such a
   * request never waits, whatever it says.
   */
  public static final int WHAT_IS_FREE = 0;

  /**
   * Refuses a number of units that means nothing.
   *
   * @param id the request's own id
   * @param resource what is asked for
   * @param units how many units
   * @param mayWait whether it may be queued
   * @param fair whether it is strictly served in order of arrival
   * @param leaseTime the bound of the lease when it is granted at once
   * @param thread the name of the asking thread
   * @param note a text for people
   * @throws IllegalArgumentException if units is negative, or is {@link #WHAT_IS_FREE} of a lock
   */
  public Request {
    if (units < (resource.kind() == ResourceKind.LOCK ? 1 : WHAT_IS_FREE)) {
      throw new IllegalArgumentException("Not a number of units: " + units + " of " + resource);
    }
  }

  /**
   * Asks for all units.
   *
   * @param id the request's own id
   * @param resource what is asked for
   * @param mayWait whether it may be queued
   * @param fair whether it is strictly served in order of arrival
   * @param leaseTime the bound of the lease when it is granted at once
   * @param thread the name of the asking thread
   * @param note a text for people
   */
  public Request(
      RequestId id,
      ResourceId resource,
      boolean mayWait,
      boolean fair,
      Optional<Duration> leaseTime,
      String thread,
      String note) {
    this(id, resource, ALL, mayWait, fair, leaseTime, thread, note);
  }

  /**
   * The same request as it is sent again: only the first sending carries the bound of the lease.
   *
   * @return a request without lease time
   */
  public Request withoutLeaseTime() {
    return leaseTime.isEmpty()
        ? this
        : new Request(id, resource, units, mayWait, fair, Optional.empty(), thread, note);
  }
}
