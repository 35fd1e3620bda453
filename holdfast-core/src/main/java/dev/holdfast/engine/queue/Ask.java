package dev.holdfast.engine.queue;

import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for.
 *
 * @param units how many units: {@link Request#ALL} of a lock to have it alone
 * @param mayWait whether it waits at all
 * @param unlimited whether it waits without limit
 * @param deadlineNanos when it stops to wait, on the monotonic clock
 * @param fair whether strict order is asked for
 * @param leaseTime the bound of the lease; empty for one that the session keeps
 * @param owner the thread that shall own the lock; null for a handle
 * @param threadId the asking thread's id, to warn of a thread that waits for itself
 * @param thread the asking thread's name, for people
 * @param note a text for people
 * @param part its part in a call for several requests; null to be asked for alone
 */
public record Ask(
    int units,
    boolean mayWait,
    boolean unlimited,
    long deadlineNanos,
    boolean fair,
    Optional<Duration> leaseTime,
    @Nullable Thread owner,
    long threadId,
    String thread,
    String note,
    Together.@Nullable Part part) {

  /** Asks alone. */
  public Ask(
      int units,
      boolean mayWait,
      boolean unlimited,
      long deadlineNanos,
      boolean fair,
      Optional<Duration> leaseTime,
      @Nullable Thread owner,
      long threadId,
      String thread,
      String note) {
    this(
        units,
        mayWait,
        unlimited,
        deadlineNanos,
        fair,
        leaseTime,
        owner,
        threadId,
        thread,
        note,
        null);
  }

  /** The same, waited for until another moment. */
  public Ask until(long otherDeadlineNanos) {
    return new Ask(
        units, mayWait, false, otherDeadlineNanos, fair, leaseTime, owner, threadId, thread, note);
  }

  /** The same, at once or not at all, together with others. */
  public Ask together(Together.Part itsPart) {
    return new Ask(
        units,
        false,
        false,
        deadlineNanos,
        fair,
        leaseTime,
        owner,
        threadId,
        thread,
        note,
        itsPart);
  }

  /** The same with another text for people. */
  public Ask noted(String otherNote) {
    return new Ask(
        units,
        mayWait,
        unlimited,
        deadlineNanos,
        fair,
        leaseTime,
        owner,
        threadId,
        thread,
        otherNote);
  }

  /** The request to the store for it. */
  Request toRequest(RequestId id, ResourceId resource) {
    return new Request(id, resource, units, mayWait, fair, leaseTime, thread, note);
  }

  /** The mode in which its owner owns the lock, if it has one. */
  public LockMode mode() {
    return units == Request.ALL ? LockMode.WRITE : LockMode.READ;
  }

  /** Whether a thread asks for a handle, which any thread may close. */
  boolean isHandleOf(long asking) {
    return owner == null && threadId == asking;
  }
}
