package dev.holdfast;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A count that the clients of a store count down together, and that they can await to reach zero:
 * {@link java.util.concurrent.CountDownLatch} over processes and machines.
 *
 * <p><b>Rounds.</b> Whoever sets the count begins a round, which ends when the count reaches zero;
 * then the next one may begin. Who awaited a round gets through when it has ended, also when the
 * message of it was lost and the next round has begun meanwhile.
 *
 * <p><b>Promises.</b> One call of {@link #countDown} counts once at most, whatever is sent again
 * after a broken connection, and never for a later round than the one that was open during the
 * call. No await ends normally before the count of its round has reached zero. When a round is
 * over, the store sends one message to each client that awaits it, however many of its threads do.
 *
 * <p><b>Not promised.</b> The count belongs to nobody: a process that dies before it has counted
 * down is missed for ever, so that an await without a limit may wait for ever. And the count is as
 * durable as the store. A round that vanished from the store, whether its data was lost or somebody
 * deleted the latch, ends an await by {@link LatchLostException}, never normally.
 *
 * <p><b>A latch that was never set has the count zero</b>: awaiting it returns at once, counting it
 * down does nothing. So set the count before anybody can await it. A count that is not zero stays
 * in the store until it is counted down or the latch is deleted; what is kept of an ended round
 * vanishes by itself. Memory is not ordered between who counts down and who awaits but by what the
 * store and the resources give.
 *
 * <p>Thread-safe. Any number of objects of one name are the same latch. An object remembers one
 * thing, the round that {@link #trySetCount} began through it, and its awaits are for that round
 * until it has ended.
 *
 * <p>Unless it says otherwise, a method throws {@link StoreUnavailableException} when the store
 * can't be reached, {@link StoreRefusedException} when the store answers with an error, and {@link
 * ClientClosedException} when the client is closed. Nulls are refused by {@link
 * NullPointerException}.
 */
public interface DistributedCountDownLatch {

  /** The highest count: 2^53 - 1, up to which every store counts exactly. */
  long COUNT_MAX = (1L << 53) - 1;

  /**
   * The latch's name.
   *
   * @return the name as it was given
   */
  String name();

  /**
   * Begins a round, unless one is open.
   *
   * <p>Blocks until the store has answered, at most 30 seconds; not interruptible. When it throws,
   * the round may have begun or not.
   *
   * @param count how often is to be counted down, from 0 to {@link #COUNT_MAX}; with 0 the round
   *     ends at once
   * @return true if this call began the round; false if another one was open, or came in between
   * @throws IllegalArgumentException if the count is negative or too high
   */
  boolean trySetCount(long count);

  /**
   * Counts down once; at zero, everybody who awaits gets through. Does nothing when the count is
   * zero.
   *
   * <p>Blocks until the store has confirmed, at most 30 seconds; not interruptible. It counts for
   * the round that is open when the store first answers.
   *
   * @throws CountDownUnknownException if it was sent and not confirmed in time; don't call again,
   *     since the client goes on in the background
   * @throws LatchLostException if the round for which it was meant has vanished from the store
   */
  void countDown();

  /**
   * As {@link #countDown}, without blocking and without a limit.
   *
   * @return completes on the client's callback executor when the store has confirmed, or
   *     exceptionally with what {@link #countDown} throws. Cancelling it takes nothing back.
   */
  CompletableFuture<Void> countDownAsync();

  /**
   * Asks the store for the count.
   *
   * @return how often is still to be counted down; 0 when no round is open. Old when it is read.
   */
  long getCount();

  /**
   * Waits until the round that is open now has ended; if none is open, returns at once.
   *
   * <p>Has no limit of its own, but ends by {@link StoreUnavailableException} after 30 seconds
   * without contact to the store. Nothing of the wait remains in the store, however it ends.
   *
   * @throws InterruptedException if the thread is interrupted before or while it waits
   * @throws LatchLostException if the round has vanished from the store
   */
  void await() throws InterruptedException;

  /**
   * As {@link #await()}, with a limit.
   *
   * @param wait how long to wait; zero means to ask only
   * @return true if the round has ended, false if the wait has
   * @throws InterruptedException if the thread is interrupted before or while it waits
   * @throws IllegalArgumentException if the wait is negative
   * @throws LatchLostException if the round has vanished from the store
   */
  boolean await(Duration wait) throws InterruptedException;

  /**
   * As {@link #await(Duration)}; a negative wait means to ask only.
   *
   * @param wait how long to wait
   * @param unit the wait's unit
   * @return true if the round has ended, false if the wait has
   * @throws InterruptedException if the thread is interrupted before or while it waits
   * @throws LatchLostException if the round has vanished from the store
   */
  boolean await(long wait, TimeUnit unit) throws InterruptedException;

  /**
   * As {@link #await()}, without blocking.
   *
   * @return completes on the client's callback executor when the round has ended, or exceptionally
   *     with what {@link #await()} throws. Cancelling it ends the wait.
   */
  CompletableFuture<Void> awaitAsync();

  /**
   * As {@link #await(Duration)}, without blocking.
   *
   * @param wait how long to wait; zero means to ask only
   * @return completes on the client's callback executor: with true if the round has ended, with
   *     false if the wait has, or exceptionally with what {@link #await()} throws. Cancelling it
   *     ends the wait.
   * @throws IllegalArgumentException if the wait is negative
   */
  CompletableFuture<Boolean> awaitAsync(Duration wait);

  /**
   * Removes the latch from the store, whatever its count. Who awaits it gets {@link
   * LatchLostException}; the count is zero from then on.
   *
   * <p>Blocks until the store has answered, at most 30 seconds; not interruptible. When it throws,
   * the latch may have been removed or not.
   *
   * @return whether a round was open
   */
  boolean delete();
}
