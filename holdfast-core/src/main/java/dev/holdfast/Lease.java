package dev.holdfast;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The right to use a locked resource for a bounded time: what the application gets for a grant.
 *
 * <p><b>What it promises.</b> While {@link #isHeld()} is true the store has not given the lock to
 * anyone else, provided that the clocks of client and store run at most 1 % apart, the store's
 * clock is not stepped forward, and the store keeps its data. <b>What it can't promise.</b> A
 * process can be paused between the check and the work: with a Java program a garbage collection or
 * a suspended machine is enough.
 *
 * <pre>
 *   A  acquire ── isHeld() is true ── [ paused ...................... ] ── write (too late)
 *   B                        lease of A has ended ── acquire ── write
 * </pre>
 *
 * <p>Only the resource itself can refuse that last write of A. For this every lease carries a
 * {@link #fencingToken()}: greater than the token of every earlier lease of the same lock, so that
 * a guard which remembers the highest token it has seen refuses the write of A.
 *
 * <p><b>Life.</b> A lease without a lease time is kept by the client's session, which renews itself
 * in the background, until {@link #close()}, until the session is lost, or until the client is
 * closed. A lease with a lease time ends at that time in any case. Validity is computed from the
 * monotonic clock at every call, never set by a timer, so the first {@link #isHeld()} after a pause
 * tells the truth before any network traffic.
 *
 * <p><b>Threads.</b> A lease may be used and closed by any thread. Actions before {@link #close()}
 * happen-before actions after a later acquisition of the same lock in this JVM through the same
 * client; across JVMs the library gives no ordering beyond that of the store and of the resource.
 */
public interface Lease extends AutoCloseable {

  /**
   * The name of the lock.
   *
   * @return the name as given to {@link LockClient#lock}
   */
  String name();

  /**
   * The number to hand to the guarded resource with every write.
   *
   * @return a positive number, greater than that of every earlier lease of the same lock; above
   *     2^53, so it must travel as text in JSON
   * @throws UnsupportedOperationException if this is a lease of several locks, which has one number
   *     for each: see {@link #fencingToken(String)}
   */
  long fencingToken();

  /**
   * The number to hand to what one lock guards, where several are held together.
   *
   * @param lockName the name of a lock that this lease holds
   * @return as for {@link #fencingToken()}
   * @throws IllegalArgumentException if it holds no lock of that name, or two of different clients;
   *     then ask {@link #members}
   */
  default long fencingToken(String lockName) {
    if (!name().equals(lockName)) {
      throw new IllegalArgumentException(
          "This is a lease of '" + name() + "', not of '" + lockName + "'");
    }
    return fencingToken();
  }

  /**
   * The leases that it consists of.
   *
   * @return itself, for a lease of one lock; for several locks taken together one for each, in the
   *     order in which they are taken. They tell what each lease tells, and can't be closed alone
   */
  default List<Lease> members() {
    return List.of(this);
  }

  /**
   * Whether the lease is known to be valid at this moment. Never blocks, never asks the store.
   *
   * @return true while it is held; false once it was closed or lost, and while the clocks say that
   *     the machine was suspended until the store has confirmed the session
   */
  boolean isHeld();

  /**
   * How long the lease is valid if no renewal is confirmed from now on. Never blocks.
   *
   * @return the remaining validity; {@link Duration#ZERO} when it is not held
   */
  Duration remaining();

  /**
   * Refuses to go on unless enough validity is left to do a piece of work.
   *
   * @param atLeast what the work needs; not negative
   * @throws LockLostException if the lease is not held, or {@link #remaining()} is shorter
   * @throws IllegalArgumentException if {@code atLeast} is negative
   */
  void requireRemaining(Duration atLeast);

  /**
   * Registers an action for the case that the lease is lost. It runs once, on the client's callback
   * executor; at once if the lease is already lost; never after a release. An exception that it
   * throws is logged.
   *
   * <p>When an operator takes the lease away, see {@link LockClient#revoke}, the lock passes on
   * when all actions that were registered before have returned, after half of the session's time to
   * live at the latest. So they can end what must not go on beside the next holder.
   *
   * @param listener what to do
   */
  void onLost(Runnable listener);

  /**
   * Why the lease was lost.
   *
   * @return the reason; empty while it is held and after a release
   */
  Optional<LossReason> lossReason();

  /**
   * Gives the lease back. Returns when the store has confirmed it, or at once when the lease passed
   * to another thread of this JVM.
   *
   * <p>Waits for the store at most 3 seconds and at most as long as the lease is still valid; not
   * interruptible, an interrupt stays pending. Only the first call does and reports something;
   * later calls return at once.
   *
   * @throws LockLostException if the lease was lost before
   * @throws ReleaseUnknownException if the store has not confirmed in time; the client goes on
   *     trying in the background
   */
  @Override
  void close();
}
