package dev.holdfast.spi;

import dev.holdfast.spi.SessionListener.Known;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One session in a store, from its opening to its end. Everything that a client holds in a shard
 * hangs on it.
 *
 * <p><b>Answers.</b> Every stage completes, at the latest after the store's command time-out, on
 * any thread (often the network's), so dependents must neither block nor run application code. A
 * stage completes exceptionally with {@link dev.holdfast.StoreUnavailableException} when the
 * outcome is unknown or nothing was sent, and with {@link dev.holdfast.StoreRefusedException} when
 * the store answered with an error and changed nothing.
 *
 * <p><b>Sending again.</b> Every call but {@link #close} may be repeated without changing more than
 * it did the first time; the store never repeats one by itself. The caller keeps at most one call
 * about a request in flight. Calls are delivered in the order in which they were made, as long as
 * the connection lasts; what was sent over an earlier connection has no effect once a newer one is
 * attached.
 *
 * <p>Thread-safe; no method blocks.
 */
public interface StoreSession {

  /**
   * The session's id, for people and logs.
   *
   * @return the id in the store; a new one after the store process has changed
   */
  String id();

  /**
   * The time to live that the store granted, at least the one asked for.
   *
   * @return the time to live
   */
  Duration ttl();

  /**
   * Extends the session by its full time to live, if it lives. Fails early, within a sixth of the
   * time to live when that is shorter than the command time-out, and then the store replaces a
   * connection that has fallen silent, so that another attempt can still succeed in time.
   *
   * <p>A store that can do so in the same call also looks whether it still has some requests that
   * hold all units of a lock: somebody may have deleted or overwritten what it keeps of them. What
   * it has not is told by {@link SessionListener#onMissing} before the stage completes. Other
   * stores look at nothing here.
   *
   * @param held some requests for {@link Request#ALL} units that were granted to this session; at
   *     most 100
   * @return whether the session lives
   */
  CompletionStage<RenewAnswer> renew(List<Known> held);

  /**
   * As {@link #renew(List)}, and looks at no request.
   *
   * @return whether the session lives
   */
  default CompletionStage<RenewAnswer> renew() {
    return renew(List.of());
  }

  /**
   * Asks for units of a resource, or asks again about a request: one meaning.
   *
   * @param request the request
   * @return granted, queued, refused for one of several reasons, or gone; exceptionally with {@link
   *     dev.holdfast.StoreRefusedException} also if the store can't keep the grant as safely as was
   *     asked for, and then it has taken it back
   */
  CompletionStage<RequestAnswer> request(Request request);

  /**
   * Asks for several locks in one step, none of which waits: takes them in the order given, and
   * stops at the first that can't be granted at once. Asked again, what holds is granted again.
   * Only called where {@link LockStore#takesTogether} says so.
   *
   * @param requests from 1 to 128, for {@link Request#ALL} units of different locks of the
   *     session's shard; none of them may wait
   * @param allOrNone whether nothing is taken, and nothing of it left, unless everything is
   * @return the answers to the first of them, up to the one at which it stopped, which is the last
   *     then; those behind it were not asked for. When that took nothing, all are refused
   */
  default CompletionStage<List<RequestAnswer>> requestTogether(
      List<Request> requests, boolean allOrNone) {
    return CompletableFuture.failedFuture(
        new UnsupportedOperationException("This store takes one lock at a time"));
  }

  /**
   * Asks something of a count-down latch, or asks it again: one meaning.
   *
   * @param request the request
   * @return applied, or not because of the round; or gone
   */
  CompletionStage<LatchAnswer> latch(LatchRequest request);

  /**
   * Takes a request back, whether it waits or holds: a cancellation or a release. A latch is
   * awaited no more; there the answer never says that another request holds it.
   *
   * @param resource what it asked for
   * @param id the request; no other request is affected
   * @return what the store found
   */
  CompletionStage<ReleaseAnswer> release(ResourceId resource, RequestId id);

  /**
   * Bounds the lease of a request that was granted through the queue. Only the first call has an
   * effect.
   *
   * @param resource what it holds
   * @param id the request
   * @param leaseTime the bound from the arrival of the call, at least a millisecond
   * @return whether it holds the resource
   */
  CompletionStage<SettleAnswer> settle(ResourceId resource, RequestId id, Duration leaseTime);

  /**
   * Lets a request hold fewer units than it does, and hands on what becomes free: a writer becomes
   * a reader, with no moment between; a semaphore's holder returns a part of its permits. Its
   * sequence and its bound stay. It never gets more: what it has is kept if it has fewer.
   *
   * @param resource what it holds
   * @param id the request
   * @param units how many units to keep, at least 1
   * @return whether it holds the resource
   */
  CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId id, int units);

  /**
   * Changes how many permits a semaphore has, and serves those for whom they are enough now. When
   * they become fewer, nobody loses any: nothing is granted until what is held fits again.
   *
   * @param change the change
   * @return what the store did
   */
  CompletionStage<PermitsAnswer> changePermits(PermitsChange change);

  /**
   * Says that the client has done what a revocation asks for: it has released the request, or the
   * lease that was meant has ended before. The revocation is told no more.
   *
   * @param id the request that was named
   * @return completes when the store has taken note
   */
  CompletionStage<Void> acknowledge(RequestId id);

  /**
   * Ends the session; whatever still hangs on it has no force from then on. Releases come first if
   * waiters are to be served at once. The listener is not called any more.
   *
   * @return completes when the store has confirmed
   */
  CompletionStage<Void> close();
}
