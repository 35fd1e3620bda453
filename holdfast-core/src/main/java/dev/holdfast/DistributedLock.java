package dev.holdfast;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock that excludes threads of all processes which use the same store and the same name.
 *
 * <p>It can be used in two ways, which exclude each other as any two requests do:
 *
 * <ul>
 *   <li><b>as a {@link Lock}</b>: owned by the thread that locked it, reentrant, released by {@link
 *       #unlock()} of the same thread. Reentry costs no round trip.
 *   <li><b>as a handle</b>: {@link #acquire} and its relatives return a {@link Lease}, which any
 *       thread may use and close; not reentrant. The way for asynchronous code, and for whoever
 *       needs the fencing token.
 * </ul>
 *
 * <p><b>What it promises</b> and what no lock can promise stands at {@link Lease}. <b>Lost
 * locks:</b> a thread learns of the loss of its hold by {@link #isHeldByCurrentThread()} and by
 * {@link LockLostException} from {@code lock()} and {@code unlock()}; the handle style adds {@link
 * Lease#onLost}.
 *
 * <p><b>Order.</b> Requests queue in the store, first come, first served; within one JVM a released
 * lease may pass directly to the next waiting thread of that JVM, at most a bounded number of times
 * while others wait. {@link #fair()} switches that off.
 *
 * <p><b>Waits.</b> A wait of zero, and for the methods of {@link Lock} a negative one, means not to
 * wait; the request then never enters the queue and overtakes nobody. {@link Duration}s that are
 * negative are refused; longer ones than 100 years count as that long. When the store can't be
 * reached every method ends by {@link StoreUnavailableException} within its wait plus the store's
 * command time-out (2 s by default), methods without a limit after 30 seconds without contact.
 *
 * <p><b>Threads and memory.</b> Instances are immutable and thread-safe. Successful locking and
 * unlocking have the memory effects of {@link Lock} between threads that use the same client;
 * across JVMs the library orders nothing beyond what the store and the resource do.
 *
 * <p>Every method that talks to the store throws {@link StoreUnavailableException} when it does not
 * answer, {@link StoreRefusedException} when it answers with an error, and {@link
 * ClientClosedException} after {@link LockClient#close()}.
 */
public interface DistributedLock extends Lock {

  /**
   * The name of the lock.
   *
   * @return the name as given
   */
  String name();

  /**
   * The same lock, asked for in strict order: requests of this view are served first come, first
   * served over all clients, and a lease obtained through it is not handed on inside the JVM.
   *
   * @return a view with the option set; it and this lock exclude each other
   */
  DistributedLock fair();

  /**
   * The same lock, with a bound on every lease obtained through the view, unless a method names
   * another: the lease ends then, is not renewed, and is not handed on inside the JVM.
   *
   * @param leaseTime the bound, at least a millisecond; longer ones than 36,500 days count as that
   *     long
   * @return a view with the option set
   * @throws IllegalArgumentException if the bound is shorter than a millisecond
   */
  DistributedLock leaseTime(Duration leaseTime);

  /**
   * The same lock, with a text that operators see beside the holder or waiter.
   *
   * @param note the text, at most 256 characters
   * @return a view with the option set
   * @throws IllegalArgumentException if the text is longer
   */
  DistributedLock note(String note);

  /**
   * Waits for the lock without limit and owns it for the calling thread. An interrupt does not end
   * the wait; it stays pending.
   *
   * <p>When the calling thread owns the lock already its count goes up by one, without a round
   * trip, and a lease time is ignored. A thread that has locked 2,147,483,647 times without
   * unlocking gets an {@link Error} from every locking method, as with {@link
   * java.util.concurrent.locks.ReentrantLock}.
   *
   * <p>A lost hold is remembered until it is unlocked. Only a thread that leaves holds to their
   * lease time and never unlocks them has its oldest forgotten, when it has more than 64 of them
   * and the client more than 1,024 in all; {@code lock()} then takes the lock anew.
   *
   * @throws LockLostException if the calling thread owned the lock and lost it: the outer block is
   *     no longer protected
   * @throws StoreUnavailableException after 30 seconds without contact to the store
   */
  @Override
  void lock();

  /**
   * As {@link #lock()}, but ends with an exception when the thread is interrupted, before the call
   * or while it waits. A grant that crosses the interrupt is given back.
   *
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws LockLostException as for {@link #lock()}
   * @throws StoreUnavailableException after 30 seconds without contact to the store
   */
  @Override
  void lockInterruptibly() throws InterruptedException;

  /**
   * Takes the lock if it is free now and nobody waits for it.
   *
   * @return true if the calling thread owns the lock
   * @throws LockLostException as for {@link #lock()}
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  @Override
  boolean tryLock();

  /**
   * Waits for the lock at most so long.
   *
   * @param wait the longest wait; zero or negative means not to wait
   * @param unit its unit
   * @return true if the calling thread owns the lock; false if somebody else held it
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws LockLostException as for {@link #lock()}
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  @Override
  boolean tryLock(long wait, TimeUnit unit) throws InterruptedException;

  /**
   * Waits for the lock at most so long, for a lease that is not renewed.
   *
   * @param wait the longest wait; zero or negative means not to wait
   * @param leaseTime how long the lease lasts, positive
   * @param unit the unit of both
   * @return true if the calling thread owns the lock; false if somebody else held it
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the lease time is zero or negative
   * @throws LockLostException as for {@link #lock()}
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  boolean tryLock(long wait, long leaseTime, TimeUnit unit) throws InterruptedException;

  /**
   * Waits for the lock at most so long.
   *
   * @param wait the longest wait, not negative; zero means not to wait
   * @return true if the calling thread owns the lock; false if somebody else held it
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the wait is negative
   * @throws LockLostException as for {@link #lock()}
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  boolean tryLock(Duration wait) throws InterruptedException;

  /**
   * Waits for the lock at most so long, for a lease that is not renewed.
   *
   * @param wait the longest wait, not negative; zero means not to wait
   * @param leaseTime how long the lease lasts, positive
   * @return true if the calling thread owns the lock; false if somebody else held it
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the wait is negative, or the lease time not positive
   * @throws LockLostException as for {@link #lock()}
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  boolean tryLock(Duration wait, Duration leaseTime) throws InterruptedException;

  /**
   * Gives up one hold of the calling thread; the last one releases the lock. Returns when the store
   * has confirmed it, so whoever is told of it afterwards finds the lock free, or at once when the
   * lease passed to another thread of this JVM.
   *
   * <p>Waits for the store at most 3 seconds and at most as long as the lease is still valid; not
   * interruptible, an interrupt stays pending.
   *
   * @throws LockLostException if the hold was lost; its reason tells an expired lease from one that
   *     another client has taken. Counts down like a successful call
   * @throws ReleaseUnknownException if the store has not confirmed in time. The hold is over, the
   *     client goes on releasing in the background, and the next {@code unlock()} of this thread
   *     joins that attempt and reports its outcome
   * @throws NotHeldException if the calling thread does not own the lock
   */
  @Override
  void unlock();

  /**
   * Not supported: a condition would need the waiters of other processes.
   *
   * @return never
   * @throws UnsupportedOperationException always
   */
  @Override
  Condition newCondition();

  /**
   * Whether the calling thread owns the lock and its lease is valid now. Never blocks.
   *
   * @return true while the hold is protected; false if there is none or it was lost
   */
  boolean isHeldByCurrentThread();

  /**
   * How many times the calling thread has locked without unlocking. Never blocks.
   *
   * @return the count; also that of a lost hold, which must still be unlocked
   */
  int getHoldCount();

  /**
   * Asks whether anyone holds the lock, here or elsewhere.
   *
   * @return true if it is held at the moment of the answer
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  boolean isLocked();

  /**
   * Asks how long the present lease lasts if nobody renews it, whoever holds it.
   *
   * @return the remaining time; {@link Duration#ZERO} when the lock is free
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  Duration remaining();

  /**
   * Asks who holds the lock and who waits for it.
   *
   * @return the store's view at the moment of the answer
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  LockView inspect();

  /**
   * Waits for a lease at most as long as the client's default wait.
   *
   * @return the lease, to be closed
   * @throws LockNotAcquiredException if somebody else held the lock all the time
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws ReentrantWaitException if the calling thread owns the lock through {@code lock()}
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  Lease acquire() throws InterruptedException;

  /**
   * Waits for a lease at most so long.
   *
   * @param wait the longest wait, not negative; zero means not to wait
   * @return the lease, to be closed
   * @throws LockNotAcquiredException if somebody else held the lock all the time; the message names
   *     the holder and the queue
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the wait is negative
   * @throws ReentrantWaitException if the calling thread owns the lock through {@code lock()}
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  Lease acquire(Duration wait) throws InterruptedException;

  /**
   * Waits for a lease at most so long.
   *
   * @param wait the longest wait, not negative; zero means not to wait
   * @return the lease, to be closed; empty if somebody else held the lock all the time
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the wait is negative
   * @throws ReentrantWaitException if the calling thread owns the lock through {@code lock()} and
   *     the wait is not zero
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  Optional<Lease> tryAcquire(Duration wait) throws InterruptedException;

  /**
   * Asks for a lease without blocking the caller, waiting at most as long as the default wait.
   *
   * @return as for {@link #acquireAsync(Duration)}
   */
  CompletableFuture<Lease> acquireAsync();

  /**
   * Asks for a lease without blocking the caller.
   *
   * @param wait the longest wait, not negative; zero means not to wait
   * @return a future that completes with the lease, or exceptionally with what {@link
   *     #acquire(Duration)} would throw: also {@link ReentrantWaitException}, at once, if the
   *     calling thread owns the lock through {@code lock()} and the wait is not zero. Dependent
   *     actions run on the client's callback executor. Cancelling it withdraws the request; a grant
   *     that crosses the cancellation is given back
   * @throws IllegalArgumentException if the wait is negative
   */
  CompletableFuture<Lease> acquireAsync(Duration wait);

  /**
   * Does a piece of work under a lease: acquires as {@link #acquire(Duration)} does, runs the
   * action, releases.
   *
   * @param <X> what the action may throw
   * @param wait the longest wait, not negative
   * @param action the work
   * @throws X what the action threw
   * @throws LockLostException if the lease was lost before the action ended: its effects happened,
   *     the last of them perhaps unprotected. Added as suppressed to an exception of the action
   * @throws LockNotAcquiredException if somebody else held the lock all the time
   * @throws InterruptedException if the thread was interrupted while it waited
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  default <X extends Exception> void run(Duration wait, LeaseAction<X> action)
      throws X, InterruptedException {
    Objects.requireNonNull(action, "action");
    try (Lease lease = acquire(wait)) {
      action.run(lease);
    }
  }

  /**
   * Does a piece of work with a result under a lease, as {@link #run} does.
   *
   * @param <T> the result
   * @param <X> what the function may throw
   * @param wait the longest wait, not negative
   * @param function the work
   * @return the function's result
   * @throws X what the function threw
   * @throws LockLostException as for {@link #run}
   * @throws LockNotAcquiredException if somebody else held the lock all the time
   * @throws InterruptedException if the thread was interrupted while it waited
   * @throws StoreUnavailableException if the store could not be reached during the wait
   */
  default <T, X extends Exception> T call(Duration wait, LeaseFunction<T, X> function)
      throws X, InterruptedException {
    Objects.requireNonNull(function, "function");
    try (Lease lease = acquire(wait)) {
      return function.call(lease);
    }
  }
}
