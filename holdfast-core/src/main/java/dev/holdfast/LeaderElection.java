package dev.holdfast;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One candidate of an election: at most one candidate of a name leads at a time, over all processes
 * that use the same store.
 *
 * <p>The leader is whoever holds the lock of the same name ({@link LockClient#lock}). Candidates
 * ask for it in strict order, so the one that has waited longest leads next. A term is a {@link
 * Lease}: with a fencing token that rises from term to term, kept by the client's session until it
 * is closed or lost.
 *
 * <pre>{@code
 * try (LeaderElection election = client.election("billing", "http://10.0.0.7:8080")) {
 *   while (running) {
 *     try (Lease term = election.campaign()) {
 *       term.onLost(work::stop);
 *       work.runAsLeader(term.fencingToken());
 *     } catch (LockLostException lost) {
 *       // The work since the loss was not protected. Stand again.
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p><b>What it promises</b> is what {@link Lease} promises: while {@link #isLeader()} is true
 * nobody else leads. A leader that is cut off from the store is told by {@link Lease#onLost} before
 * the store lets anybody else lead: 1 % of the session's time to live before, and another 5 % or
 * half a second, whichever is less. <b>What it can't promise:</b> a process that was paused in the
 * middle of its work can't know that it leads no more; only the resource can refuse it, by the
 * token.
 *
 * <p><b>Threads.</b> Thread-safe. A term belongs to no thread. A candidate campaigns once at a time
 * and not while it leads; for two candidates make two objects.
 */
public interface LeaderElection extends AutoCloseable {

  /**
   * The name of the election.
   *
   * @return the name as given
   */
  String name();

  /**
   * Waits without limit until this candidate is elected.
   *
   * @return the term, to be closed; {@link #resign} closes it too
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalStateException if this candidate leads or campaigns already, or is closed
   * @throws java.util.concurrent.CancellationException if it was closed during the wait
   * @throws ReentrantWaitException if the calling thread owns the lock of the same name
   * @throws StoreUnavailableException after 30 seconds without contact to the store
   * @throws StoreRefusedException if the store answers with an error
   * @throws ClientClosedException if the client is closed, or was during the wait
   */
  Lease campaign() throws InterruptedException;

  /**
   * Waits at most so long until this candidate is elected.
   *
   * @param wait the longest wait, not negative; zero means to lead only if nobody else does and
   *     nobody waits
   * @return the term, to be closed; empty if it was not elected
   * @throws InterruptedException if the thread was interrupted; nothing remains in the store
   * @throws IllegalArgumentException if the wait is negative
   * @throws IllegalStateException if this candidate leads or campaigns already, or is closed
   * @throws java.util.concurrent.CancellationException if it was closed during the wait
   * @throws ReentrantWaitException if the calling thread owns the lock of the same name and the
   *     wait is not zero
   * @throws StoreUnavailableException if the store could not be reached during the wait
   * @throws StoreRefusedException if the store answers with an error
   * @throws ClientClosedException if the client is closed, or was during the wait
   */
  Optional<Lease> tryCampaign(Duration wait) throws InterruptedException;

  /**
   * Stands for election without blocking the caller.
   *
   * @return completes with the term, or exceptionally with what {@link #campaign} would throw, on
   *     the client's callback executor. Cancelling it withdraws the candidate; an election that
   *     crosses the cancellation is given back
   * @throws IllegalStateException if this candidate leads or campaigns already, or is closed
   * @throws ClientClosedException if the client is closed
   */
  CompletableFuture<Lease> campaignAsync();

  /**
   * Whether this candidate is known to lead at this moment. Never blocks, never asks the store.
   *
   * @return true while its term is held
   */
  boolean isLeader();

  /**
   * The present term of this candidate. Never blocks.
   *
   * @return the term; empty while this candidate does not lead
   */
  Optional<Lease> term();

  /**
   * Ends the term of this candidate, as {@link Lease#close} of the term does, so that the next
   * candidate leads at once. Does nothing when it has none. A campaign is not ended.
   *
   * @throws LockLostException if the term was lost before
   * @throws ReleaseUnknownException if the store has not confirmed in time; the client goes on
   *     trying in the background
   */
  void resign();

  /**
   * Asks the store who leads.
   *
   * @return the leader at the moment of the answer; empty if nobody leads
   * @throws StoreUnavailableException if the store did not answer within its command time-out
   * @throws ClientClosedException if the client is closed
   */
  Optional<Leader> leader();

  /**
   * Watches who leads, as {@link #observe(Duration, LeaderListener)} does, with a third of the
   * session's time to live and at most five seconds between two looks.
   *
   * @param listener told who leads
   * @return to end the watch
   * @throws IllegalStateException if this candidate is closed
   */
  Observation observe(LeaderListener listener);

  /**
   * Watches who leads. The listener is told at once who leads at present, and then of each change,
   * one call at a time, on the client's callback executor. Looks at the store at an interval; terms
   * that begin and end between two looks are not seen.
   *
   * @param interval how long it waits between two looks, at least 10 milliseconds
   * @param listener told who leads
   * @return to end the watch, which also ends with this candidate and with the client
   * @throws IllegalArgumentException if the interval is shorter
   * @throws IllegalStateException if this candidate is closed
   */
  Observation observe(Duration interval, LeaderListener listener);

  /**
   * Stands down for good: ends the term as {@link #resign} does, a campaign by {@link
   * java.util.concurrent.CancellationException}, and all watches. Later calls do nothing.
   *
   * @throws LockLostException as for {@link #resign}
   * @throws ReleaseUnknownException as for {@link #resign}
   */
  @Override
  void close();

  /** A watch over who leads. */
  interface Observation extends AutoCloseable {

    /** Ends the watch. The listener is not called any more, but for a call that is under way. */
    @Override
    void close();
  }
}
