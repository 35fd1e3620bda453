package dev.holdfast;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A number of permits, shared by all processes that use the same store and the same name: at most
 * that many are held at any moment.
 *
 * <p>Like {@link java.util.concurrent.Semaphore}, with two differences that come from holders which
 * may die:
 *
 * <ul>
 *   <li><b>Permits are held, not just counted.</b> {@code acquire} returns {@link Permits}, and
 *       only they can be given back, once. So there are never more permits than were set, and a
 *       process that dies gives its own back within its session's time to live.
 *   <li><b>The number of permits is set once, in the store</b>, by {@link #trySetPermits}; it stays
 *       until {@link #delete}, whoever set it. A semaphore without it refuses to acquire, with
 *       {@link PermitsNotSetException}.
 * </ul>
 *
 * <p><b>Order.</b> Requests queue in the store, first come, first served, however many permits each
 * asks for: one for many is not overtaken by smaller ones. Whoever asks for more than there are in
 * all is refused at once, with {@link CapacityExceededException}, and so is whoever waits when the
 * number becomes smaller than what it asked for.
 *
 * <p><b>Fewer permits.</b> When permits are taken away, nobody loses any; none is granted until
 * those that are held fit again.
 *
 * <p><b>No thread owns a permit.</b> Any thread may give permits back. A thread that has some and
 * asks for more is served like any other, and may wait for itself.
 *
 * <p><b>No fencing.</b> Several holders are in at a time, so there is no token that could tell a
 * rightful one from a late one. Where that matters, use a lock.
 *
 * <p>Waits, failures and threads are as for {@link DistributedLock}. A semaphore and a lock of the
 * same name have nothing to do with each other.
 */
public interface DistributedSemaphore {

  /**
   * The name of the semaphore.
   *
   * @return the name as given
   */
  String name();

  /**
   * The same semaphore, with a bound on all permits obtained through the view: they end then, and
   * are not renewed.
   *
   * @param leaseTime the bound, at least a millisecond; longer ones than 36,500 days count as that
   *     long
   * @return a view with the option set
   * @throws IllegalArgumentException if the bound is shorter than a millisecond
   */
  DistributedSemaphore leaseTime(Duration leaseTime);

  /**
   * The same semaphore, with a text that operators see beside the holder or waiter.
   *
   * @param note the text, at most 256 characters
   * @return a view with the option set
   * @throws IllegalArgumentException if the text is longer
   */
  DistributedSemaphore note(String note);

  // ---- how many there are ------------------------------------------------------------------

  /**
   * Sets how many permits there are, if nobody has done so yet.
   *
   * @param permits the number, not negative
   * @return true if it was set; false if a number was set before, which then stays, even if all of
   *     its permits are held
   * @throws IllegalArgumentException if it is negative
   * @throws StoreUnavailableException if the store did not answer in time; then it is unknown
   *     whether the number was set
   */
  boolean trySetPermits(int permits);

  /**
   * Adds permits, or takes some away, and serves those for whom they are enough now. When some are
   * taken away, nobody loses any; whoever waits for more than are left is refused.
   *
   * @param permits how many more; negative for fewer
   * @return how many there are now
   * @throws IllegalArgumentException if there would be fewer than none or more than {@link
   *     Integer#MAX_VALUE}; nothing was changed
   * @throws PermitsNotSetException if none are set
   * @throws StoreUnavailableException if the store did not answer in time; then it is unknown
   *     whether the number was changed
   */
  int addPermits(int permits);

  /**
   * Forgets how many permits there are. Who holds some keeps them; who waits is refused with {@link
   * PermitsNotSetException}.
   *
   * <p>A deletion is not known again, unlike other changes: when its answer is lost, it is made
   * again, and then also forgets what somebody has set since.
   *
   * @return true if a number was set; false if none was, or if only the answer to a later attempt
   *     came through
   * @throws StoreUnavailableException if the store did not answer in time; then it is unknown
   *     whether the number was forgotten
   */
  boolean delete();

  /**
   * Asks how many permits nobody holds.
   *
   * @return the number at the moment of the answer; negative while more are held than are left
   *     after some were taken away
   * @throws PermitsNotSetException if none are set
   * @throws StoreUnavailableException if the store did not answer in time
   */
  int availablePermits();

  /**
   * Asks who holds permits and who waits for some.
   *
   * @return the store's view at the moment of the answer; {@link LockView#capacity} is how many
   *     permits there are in all
   * @throws StoreUnavailableException if the store did not answer in time
   */
  LockView inspect();

  // ---- acquiring ---------------------------------------------------------------------------

  /**
   * Waits for one permit at most as long as the client's default wait.
   *
   * @return the permit, to be closed
   * @throws LockNotAcquiredException as for {@link #acquire(int, Duration)}
   * @throws PermitsNotSetException if none are set
   * @throws CapacityExceededException if there are no permits at all
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  Permits acquire() throws InterruptedException;

  /**
   * Waits for permits at most as long as the client's default wait.
   *
   * @param permits how many, at least 1
   * @return the permits, to be closed
   * @throws LockNotAcquiredException as for {@link #acquire(int, Duration)}
   * @throws PermitsNotSetException if none are set
   * @throws CapacityExceededException if there are not so many in all
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the number is zero or negative
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  Permits acquire(int permits) throws InterruptedException;

  /**
   * Waits for permits at most so long. All of them are granted together.
   *
   * @param permits how many, at least 1
   * @param wait the longest wait, not negative; zero means not to wait
   * @return the permits, to be closed
   * @throws LockNotAcquiredException if they did not become free within the wait; the message names
   *     how many are held and how many wait
   * @throws PermitsNotSetException if none are set
   * @throws CapacityExceededException if there are not so many in all
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the number is zero or negative, or the wait negative
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  Permits acquire(int permits, Duration wait) throws InterruptedException;

  /**
   * Takes one permit if it is free now and nobody waits. An interrupt stays pending.
   *
   * @return the permit, to be closed; empty if none is free
   * @throws PermitsNotSetException if none are set
   * @throws CapacityExceededException if there are no permits at all
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  Optional<Permits> tryAcquire();

  /**
   * Takes permits if so many are free now and nobody waits. An interrupt stays pending.
   *
   * @param permits how many, at least 1
   * @return the permits, to be closed; empty if fewer are free
   * @throws PermitsNotSetException if none are set
   * @throws CapacityExceededException if there are not so many in all
   * @throws IllegalArgumentException if the number is zero or negative
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  Optional<Permits> tryAcquire(int permits);

  /**
   * Waits for permits at most so long. All of them are granted together.
   *
   * @param permits how many, at least 1
   * @param wait the longest wait, not negative; zero means not to wait
   * @return the permits, to be closed; empty if they did not become free
   * @throws PermitsNotSetException if none are set
   * @throws CapacityExceededException if there are not so many in all
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the number is zero or negative, or the wait negative
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  Optional<Permits> tryAcquire(int permits, Duration wait) throws InterruptedException;

  /**
   * Takes all permits that are free now, if nobody waits. An interrupt stays pending.
   *
   * @return the permits, to be closed; {@link Permits#count} says how many; empty if none is free
   * @throws PermitsNotSetException if none are set
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  Optional<Permits> drainPermits();

  /**
   * Asks for one permit without blocking the caller, waiting at most as long as the default wait.
   *
   * @return as for {@link #acquireAsync(int, Duration)}
   */
  CompletableFuture<Permits> acquireAsync();

  /**
   * Asks for permits without blocking the caller, waiting at most as long as the default wait.
   *
   * @param permits how many, at least 1
   * @return as for {@link #acquireAsync(int, Duration)}
   * @throws IllegalArgumentException if the number is zero or negative
   */
  CompletableFuture<Permits> acquireAsync(int permits);

  /**
   * Asks for permits without blocking the caller.
   *
   * @param permits how many, at least 1
   * @param wait the longest wait, not negative; zero means not to wait
   * @return a future that completes with the permits, or exceptionally with what {@link
   *     #acquire(int, Duration)} would throw. Dependent actions run on the client's callback
   *     executor. Cancelling it withdraws the request; a grant that crosses the cancellation is
   *     given back
   * @throws IllegalArgumentException if the number is zero or negative, or the wait negative
   */
  CompletableFuture<Permits> acquireAsync(int permits, Duration wait);
}
