package dev.holdfast;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A connection to a store that keeps locks: the place where an application gets them.
 *
 * <p>A client is one holder of a session in the store, however many threads use it and however many
 * locks they hold; an application needs one client for a store, made at its start and closed at its
 * end. Thread-safe. It owns a few daemon threads and the store's connection.
 *
 * <pre>{@code
 * try (LockClient client = LockClient.connect("redis://localhost:6379")) {
 *   client.lock("order:42").run(Duration.ofSeconds(5), lease ->
 *       orders.save(order, lease.fencingToken()));
 * }
 * }</pre>
 */
public interface LockClient extends AutoCloseable {

  /**
   * Connects with the defaults of {@link #builder}.
   *
   * @param uri the store's address, for example {@code redis://localhost:6379} or {@code memory:}
   * @return the client, connected
   * @throws IllegalArgumentException if the address is malformed or no store on the class path has
   *     its scheme
   * @throws StoreUnavailableException if the store can't be reached
   * @throws StoreRefusedException if the store refuses, for example a wrong password
   */
  static LockClient connect(String uri) {
    return builder(uri).connect();
  }

  /**
   * Begins a client with options.
   *
   * @param uri the store's address
   * @return a builder with the defaults set
   */
  static LockClientBuilder builder(String uri) {
    return new LockClientBuilder(uri);
  }

  /**
   * The lock of a name. Costs nothing: no round trip, nothing is kept for it.
   *
   * @param name any text of 1 to 1,024 bytes in UTF-8, without lone surrogates
   * @return the lock
   * @throws IllegalArgumentException if the name is empty, too long, or not valid Unicode
   */
  DistributedLock lock(String name);

  /**
   * Shorthand for {@code lock(name).fair()}.
   *
   * @param name as for {@link #lock}
   * @return the same lock, asked for in strict order
   * @throws IllegalArgumentException as for {@link #lock}
   */
  default DistributedLock fairLock(String name) {
    return lock(name).fair();
  }

  /**
   * Several locks as one, taken together or not at all: see {@link #multiLock(Collection)}.
   *
   * @param members the locks, of this client or of others
   * @return the locks as one
   * @throws IllegalArgumentException as for {@link #multiLock(Collection)}
   */
  default DistributedLock multiLock(DistributedLock... members) {
    return multiLock(Arrays.asList(Objects.requireNonNull(members, "members")));
  }

  /**
   * Several locks as one, taken together or not at all. Costs nothing: no round trip.
   *
   * <p><b>Order.</b> Locks of one client are taken in the ascending order of their names, compared
   * as unsigned bytes of their UTF-8, whatever the order here; the wait is spent in the queue of
   * the first that is not free, while those before it are held. So users of multi-locks, and
   * everybody else who nests locks in this order only, never wait for each other in a circle.
   *
   * <p>Locks of several clients have no common order. They are tried in turn, and none is held
   * while another is waited for longer than a moment: then all are given back, and tried again from
   * the one that was busy. Strict order is lost by that.
   *
   * <p><b>Differences from a lock of one name.</b> A {@link Lease} of it is held as long as all its
   * members are; tokens are told for each member, by {@link Lease#fencingToken(String)}. A member
   * that the calling thread owns already is locked once more. Releasing releases every member,
   * whatever becomes of the others. A lease time counts from when all members are held. Listeners
   * are told of the members one by one. {@link DistributedLock#inspect} is not supported, ask the
   * members; {@link DistributedLock#isLocked} says whether any of them is held, and {@link
   * DistributedLock#remaining} how long the longest of their leases lasts. Failures name the member
   * that they concern.
   *
   * @param members the locks with their options, at least one and at most 128: of this client or of
   *     others, read locks and multi-locks among them. What is given twice is taken once
   * @return the locks as one; options set on it are set for all members
   * @throws IllegalArgumentException if there are too few or too many, one is not of this library,
   *     or both locks of one name are given, to read and to write
   */
  DistributedLock multiLock(Collection<? extends DistributedLock> members);

  /**
   * A candidate of an election, which others see by the name of this client. Costs nothing until it
   * is used.
   *
   * @param name the election: a name as for {@link #lock}
   * @return the candidate
   * @throws IllegalArgumentException as for {@link #lock}
   */
  LeaderElection election(String name);

  /**
   * A candidate of an election. Costs nothing until it is used.
   *
   * @param name the election: a name as for {@link #lock}
   * @param candidate how others shall know this candidate, for example the address at which they
   *     reach it: 1 to 256 characters
   * @return the candidate
   * @throws IllegalArgumentException as for {@link #lock}, and if the candidate's text is empty or
   *     longer
   */
  LeaderElection election(String name, String candidate);

  /**
   * The read-write lock of a name, whose write lock is the lock of that name. Costs nothing.
   *
   * @param name as for {@link #lock}
   * @return the pair of locks
   * @throws IllegalArgumentException as for {@link #lock}
   * @throws UnsupportedOperationException if the store can't share locks
   */
  DistributedReadWriteLock readWriteLock(String name);

  /**
   * The semaphore of a name. Costs nothing. It has nothing to do with the lock of that name.
   *
   * @param name as for {@link #lock}
   * @return the semaphore
   * @throws IllegalArgumentException as for {@link #lock}
   * @throws UnsupportedOperationException if the store has no semaphores
   */
  DistributedSemaphore semaphore(String name);

  /**
   * The count-down latch of a name. Costs nothing: no round trip, nothing is kept for it. Latches
   * and locks of the same name have nothing to do with each other.
   *
   * @param name as for {@link #lock}
   * @return the latch
   * @throws IllegalArgumentException as for {@link #lock}
   */
  DistributedCountDownLatch countDownLatch(String name);

  /**
   * Asks who holds what has a name, and who waits for it.
   *
   * @param name as for {@link #lock}
   * @return the store's view of each kind of thing with that name that is held or waited for; empty
   *     if there is none
   * @throws IllegalArgumentException as for {@link #lock}
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   */
  List<LockView> inspect(String name);

  /**
   * Lists what is held or waited for, and latches whose round is open, whoever's it is. The store
   * is asked for some at a time, when the stream comes to them, so a list of any length takes no
   * more memory than what is kept of it; whoever wants the first few says so by {@link
   * Stream#limit}. In no order. What comes or goes meanwhile may be in it or not; what is held all
   * the time is in it, once among the first 100,000 names; but for what the store can't read at the
   * moment, such as locks of a Cluster's slot that is being moved, which are logged.
   *
   * @param pattern which names: {@code *} stands for any text, {@code ?} for any one character, and
   *     whatever follows a {@code \} for itself
   * @return a stream, to be used by one thread. Its operations block while the store is asked, and
   *     throw {@link StoreUnavailableException} if that does not answer
   */
  Stream<LockSummary> list(String pattern);

  /**
   * Takes a lease away from whoever holds it, through whichever client: for operators. Its holder
   * sees it lost with {@link LossReason#REVOKED}. Both clients log it as a warning.
   *
   * <p>But by force, the holder's client is told and gives the lease up, so that it knows of the
   * loss before anyone else gets the lock: when the actions of {@link Lease#onLost} have returned,
   * after half of its session's time to live at the latest. If it does not answer it is told again,
   * until its session ends, also after this method has returned.
   *
   * @param name the lock's name
   * @param fencingToken the lease's token, as {@link #inspect} shows it; no lease of another grant
   *     is affected
   * @param mode which lease is meant, and whether by force
   * @param wait how long to wait until it has passed on, not negative; zero means only to tell the
   *     holder's client. By force nothing is waited for
   * @return what became of it
   * @throws InterruptedException if the thread was interrupted; the holder's client may be told
   *     nevertheless
   * @throws IllegalArgumentException if the name is not allowed, the token is not positive, or the
   *     wait is negative
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   * @throws StoreRefusedException if the store refuses
   */
  RevokeOutcome revoke(String name, long fencingToken, RevokeMode mode, Duration wait)
      throws InterruptedException;

  /**
   * What is held and waited for through this client at this moment, as it knows itself. Never
   * blocks, never asks the store; takes time in proportion to what is in use.
   *
   * @return a snapshot, in no order; of a client that is closed an empty one
   */
  ClientStatus status();

  /**
   * The name under which holders and waiters of this client are shown.
   *
   * @return the name, not necessarily unique
   */
  String name();

  /**
   * The store's address.
   *
   * @return the address without secrets
   */
  String store();

  /**
   * The time to live of this client's sessions: how long a crash of this process can hold others
   * up.
   *
   * @return the time to live
   */
  Duration sessionTtl();

  /**
   * Gives everything back and disconnects: leases are released, waiting calls end by {@link
   * ClientClosedException}, the session is closed, so that no waiter elsewhere waits for a time to
   * live. Leases that were held count as released. Blocks at most about 3 seconds when the store
   * does not answer; not interruptible. Later calls return at once. Also done at the JVM's orderly
   * exit.
   */
  @Override
  void close();
}
