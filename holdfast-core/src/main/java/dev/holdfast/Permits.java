package dev.holdfast;

import java.time.Duration;
import java.util.Optional;

/**
 * Permits of a {@link DistributedSemaphore} that are held, to be given back once.
 *
 * <p><b>What it promises.</b> While {@link #isHeld()} is true the permits are counted as held,
 * under the same assumptions and with the same limits as for a {@link Lease}; there is no fencing
 * token, because several holders are in at a time.
 *
 * <p><b>Life.</b> Permits without a lease time are kept by the client's session until they are
 * given back, until the session is lost, or until the client is closed. With a lease time they end
 * then in any case. Lost permits are free for others; giving them back afterwards changes nothing
 * and says so.
 *
 * <p><b>Two ways to give back.</b> {@link #close()} may be called any number of times, for {@code
 * try} blocks. {@link #release()} and {@link #release(int)} refuse to give back what is not held
 * any more, for code in which that would be a fault.
 *
 * <p><b>Threads.</b> May be used and given back by any thread. Giving back happens-before a later
 * acquisition of the same semaphore through the same client.
 */
public interface Permits extends AutoCloseable {

  /**
   * The name of the semaphore.
   *
   * @return the name as given to {@link LockClient#semaphore}
   */
  String name();

  /**
   * How many permits were acquired and not given back. Never blocks.
   *
   * @return the number; also that of lost permits; zero once all were given back
   */
  int count();

  /**
   * Whether the permits are known to be held at this moment. Never blocks, never asks the store.
   *
   * @return true while they are held; false once all were given back or lost, and while the clocks
   *     say that the machine was suspended until the store has confirmed the session
   */
  boolean isHeld();

  /**
   * How long the permits are held if no renewal is confirmed from now on. Never blocks.
   *
   * @return the remaining validity; {@link Duration#ZERO} when they are not held
   */
  Duration remaining();

  /**
   * Refuses to go on unless enough validity is left to do a piece of work.
   *
   * @param atLeast what the work needs; not negative
   * @throws LockLostException if the permits are not held, or {@link #remaining()} is shorter
   * @throws IllegalArgumentException if {@code atLeast} is negative
   */
  void requireRemaining(Duration atLeast);

  /**
   * Registers an action for the case that the permits are lost. It runs once, on the client's
   * callback executor; at once if they are already lost; never after all were given back. An
   * exception that it throws is logged.
   *
   * @param listener what to do
   */
  void onLost(Runnable listener);

  /**
   * Why the permits were lost.
   *
   * @return the reason; empty while they are held and after all were given back
   */
  Optional<LossReason> lossReason();

  /**
   * Gives all permits back. Returns when the store has confirmed it.
   *
   * <p>Waits for the store at most 3 seconds and at most as long as the permits are still valid;
   * not interruptible, an interrupt stays pending.
   *
   * @throws NotHeldException if all were given back before, by this method or another; nothing was
   *     changed
   * @throws LockLostException if they were lost before; told once
   * @throws ReleaseUnknownException if the store has not confirmed in time; the client goes on
   *     trying in the background
   */
  void release();

  /**
   * Gives some of the permits back, as {@link #release()} does, and keeps the others; of all that
   * there are it is the same as {@link #release()}.
   *
   * @param permits how many, at least 1
   * @throws NotHeldException if fewer are held; nothing was changed
   * @throws LockLostException if they were lost before; told once
   * @throws ReleaseUnknownException if the store has not confirmed in time; the client goes on
   *     trying in the background
   * @throws IllegalArgumentException if the number is zero or negative
   */
  void release(int permits);

  /**
   * Gives all permits back. Only the first call does and reports something; it does nothing after
   * {@link #release()}.
   *
   * @throws LockLostException if the permits were lost before
   * @throws ReleaseUnknownException if the store has not confirmed in time; the client goes on
   *     trying in the background
   */
  @Override
  void close();
}
