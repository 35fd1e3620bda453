package dev.holdfast;

import java.time.Duration;

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
