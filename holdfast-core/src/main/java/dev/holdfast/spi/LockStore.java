package dev.holdfast.spi;

import dev.holdfast.LockView;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
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
   * Where to find what this store has not, for messages.
   *
   * @return a half sentence such as {@code a store of redis:// has them}; empty when nothing is
   *     known
   */
  default String elsewhere() {
    return "";
  }

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
   * Asks who holds and who waits, or for the count of a latch. Changes nothing.
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
   * Lists what is held or waited for, and open latches, page by page, so that no call is long
   * however much there is. Whatever is held from the first page to the last is in one of them,
   * perhaps in several. Changes nothing.
   *
   * @param pattern which names
   * @param cursor where to go on, as the page before said; empty for the first page
   * @return a page; it may take several calls to the store
   */
  CompletionStage<ListPage> list(NamePattern pattern, String cursor);

  /**
   * Has the client that holds a resource give a lease up. The note of it is kept with the holder's
   * session until the client acknowledges; the resource passes on when the client releases it, or
   * with the session's end. Asking again tells the client again and changes nothing more.
   *
   * @param resource what is held
   * @param sequence the sequence of the grant; no other grant is affected
   * @param token the one lease of the grant that is meant; empty for whichever is present
   * @param force whether the resource will be released for the client, without waiting for it; the
   *     client is told, and nothing else is done here
   * @return whether the holder was told
   */
  CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force);

  /**
   * Disconnects and frees everything that the store uses here. Sessions that were not closed end by
   * their time to live. Later calls do nothing.
   *
   * @return completes when all is freed
   */
  CompletionStage<Void> close();
}
