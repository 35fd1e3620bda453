package dev.holdfast.spi;

import dev.holdfast.LockView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A system that keeps the truth about sessions, resources and queues.
 *
 * <p>A store knows nothing of threads, reentrancy or Java locks. All its methods are asynchronous
 * and thread-safe; stages complete as those of {@link StoreSession} do.
 */
public interface LockStore {

  /**
   * The kind of store, for metrics and messages.
   *
   * @return for example {@code redis}
   */
  String kind();

  /**
   * Where the store is, for people.
   *
   * @return the address without secrets
   */
  String address();

  /**
   * What messages call the store.
   *
   * @return for example {@code Redis at cache:6379}, without secrets; fit to begin a sentence
   */
  default String description() {
    return "The store " + address();
  }

  /**
   * How many independent parts the store has, each with sessions of its own.
   *
   * @return at least 1, constant
   */
  int shards();

  /**
   * The part to which a resource belongs, for good.
   *
   * @param resource the resource
   * @return from 0 to {@code shards() - 1}
   */
  int shardOf(ResourceId resource);

  /**
   * How long a call may stay without an answer before it fails.
   *
   * @return the command time-out
   */
  Duration commandTimeout();

  /**
   * How long the record of a resource outlives the last call about a request that holds it or waits
   * for it, independent of the session. The engine asks again about every held request at a quarter
   * of it, and counts it into the validity of a lease.
   *
   * @return the time; empty when records end only with their session
   */
  Optional<Duration> recordTtl();

  /**
   * Whether several requests may hold a resource beside each other, a part of its units each. If
   * not, only requests for all units of a lock are served, and every other call about units fails
   * with {@link dev.holdfast.StoreRefusedException}.
   *
   * @return whether there are shared locks and semaphores; constant
   */
  boolean sharesUnits();

  /**
   * Whether {@link StoreSession#requestTogether} is served. If not, several locks are asked for one
   * after the other.
   *
   * @return whether there is one step for several requests; constant
   */
  default boolean takesTogether() {
    return false;
  }

  /**
   * Makes the first connection and checks that the store can hold locks.
   *
   * @return completes when it is usable
   */
  CompletionStage<Void> connect();

  /**
   * Opens a fresh session. An opening whose outcome is unknown is abandoned, never sent again.
   *
   * @param shard the part of the store
   * @param ttl the time to live asked for
   * @param listener told of the session's events from then on
   * @return the session
   */
  CompletionStage<StoreSession> openSession(int shard, Duration ttl, SessionListener listener);

  /**
   * Asks who holds and who waits. Changes nothing.
   *
   * @param resource the resource
   * @return the view; without holders and waiters when the store knows nothing of it
   */
  CompletionStage<LockView> inspect(ResourceId resource);

  /**
   * Asks for the permits of a semaphore. Changes nothing.
   *
   * @param semaphore the semaphore
   * @return how many it has and how many are free; empty when none are set
   */
  CompletionStage<Optional<Permits>> permits(ResourceId semaphore);

  /**
   * Disconnects and frees everything that the store uses here. Sessions that were not closed end by
   * their time to live. Later calls do nothing.
   *
   * @return completes when all is freed
   */
  CompletionStage<Void> close();
}
