package dev.holdfast;

import java.util.concurrent.locks.ReadWriteLock;

/**
 * Two locks of one name: the read lock, which any number of holders may have together, and the
 * write lock, whose holder is alone. Both are {@link DistributedLock}s, with all that these can do:
 * handles, leases, lease times, notes, strict order.
 *
 * <p><b>One name, one lock.</b> The write lock is the lock of that name itself: {@code
 * client.readWriteLock(name).writeLock()} and {@code client.lock(name)} are the same, and exclude
 * readers and each other.
 *
 * <p><b>Order.</b> Readers and writers stand in one queue, first come, first served. Readers that
 * follow each other there are let in together. Whoever wants to read and finds a writer waiting
 * waits behind it, also in the JVM of readers that are in already, so that no writer is starved.
 * Every reader asks the store for itself; only writers are handed on inside the JVM.
 *
 * <p><b>Reentry.</b> Both locks are reentrant in the thread that owns them, without a round trip.
 *
 * <ul>
 *   <li><b>Reading inside of writing</b> is allowed, and costs nothing: the owner of the write lock
 *       may take the read lock too.
 *   <li><b>Downgrade.</b> If it unlocks the write lock first, it goes on reading, with no moment in
 *       between at which another writer could come in. Its lease stays the same one, with its
 *       bound, if it has one.
 *   <li><b>Upgrade</b> is refused: a thread that owns only the read lock and waits for the write
 *       lock would wait for itself, and two of them for each other. It is told so at once by {@link
 *       ReentrantWaitException}; without a wait the answer is that the lock is not free. Unlock the
 *       read lock first, or take the write lock from the beginning.
 * </ul>
 *
 * <p>Handles belong to no thread and know nothing of reentry: see {@link DistributedLock}.
 *
 * <p><b>Leases</b> are those of each holder alone: a reader's lease time neither shortens nor
 * prolongs that of another.
 *
 * <p><b>Fencing tokens.</b> Every lease has one, greater than those of all earlier leases that
 * excluded it: a reader's is greater than those of the writers before it, a writer's greater than
 * those of all holders before it. Readers that hold together have tokens in no useful order. So a
 * guard compares every token with the highest one of a <em>writer</em>, and remembers only those of
 * writers.
 *
 * <p><b>What {@link DistributedLock#isLocked} and {@link DistributedLock#remaining} mean.</b> Of
 * the write lock, and of the plain lock: whether, and for how long, somebody holds it alone. Of the
 * read lock: whether, and for how long, anybody holds it in either way, since a writer may read.
 *
 * <p>Immutable and thread-safe.
 */
public interface DistributedReadWriteLock extends ReadWriteLock {

  /**
   * The name of the lock.
   *
   * @return the name as given
   */
  String name();

  /**
   * The lock that readers share.
   *
   * @return the read lock
   */
  @Override
  DistributedLock readLock();

  /**
   * The lock that a writer has alone: the plain lock of this name.
   *
   * @return the write lock
   */
  @Override
  DistributedLock writeLock();
}
