package dev.holdfast;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One lock, semaphore or latch as the store sees it: who holds it and who waits, in order.
 *
 * <p>A picture of one moment, already old when it is looked at; no decision about exclusion may
 * rest on it. Holders whose session has ended are not shown. Immutable.
 *
 * @param name the name
 * @param kind what it is
 * @param capacity how many units it has: {@link #ALL_UNITS} for a lock, the permits of a semaphore;
 *     0 when none are set. Of a latch, how often is still to be counted down
 * @param holders who holds it now; empty when it is free
 * @param queue who waits, first come first; who awaits a latch is not shown
 */
public record LockView(
    String name, LockKind kind, long capacity, List<Holder> holders, List<Waiter> queue) {

  /** The units of a lock. Who holds all of them is its only holder; a reader holds one. */
  public static final int ALL_UNITS = Integer.MAX_VALUE;

  /**
   * Copies the lists.
   *
   * @param name the name
   * @param kind what it is
   * @param capacity how many units it has
   * @param holders who holds it now
   * @param queue who waits
   */
  public LockView {
    holders = List.copyOf(holders);
    queue = List.copyOf(queue);
  }

  /**
   * A view of a lock.
   *
   * @param name the lock's name
   * @param holders who holds it now
   * @param queue who waits
   */
  public LockView(String name, List<Holder> holders, List<Waiter> queue) {
    this(name, LockKind.LOCK, ALL_UNITS, holders, queue);
  }

  /**
   * Whether anybody holds it or waits for it, or the round of a latch is open.
   *
   * @return false if it is free and nobody waits
   */
  public boolean inUse() {
    boolean openRound = kind == LockKind.LATCH && capacity > 0;
    return openRound || !holders.isEmpty() || !queue.isEmpty();
  }

  /**
   * Who made a request, as the client described itself.
   *
   * @param client the client's name
   * @param host the host's name; empty when unknown
   * @param pid the process id; 0 when unknown
   * @param thread the thread that asked; empty when unknown
   * @param note the free text of the request; empty when there is none
   */
  public record Party(String client, String host, long pid, String thread, String note) {

    /** A party of which the store's format tells nothing. */
    public static final Party UNKNOWN = new Party("", "", 0, "", "");

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(client.isEmpty() ? "unknown" : client);
      if (!host.isEmpty() || pid != 0) {
        text.append(" (").append(host).append(pid == 0 ? "" : " pid " + pid);
        text.append(thread.isEmpty() ? "" : " thread " + thread).append(')');
      }
      return note.isEmpty() ? text.toString() : text.append(": ").append(note).toString();
    }
  }

  /**
   * A request that has been granted.
   *
   * @param party who asked
   * @param since when the store granted it, by the store's clock
   * @param remaining how long it lasts if nobody renews it from now on; never negative
   * @param fencingToken the token of the first lease of the grant
   * @param units how many units it holds
   */
  public record Holder(
      Party party, Instant since, Duration remaining, long fencingToken, int units) {

    /**
     * A request that holds all units.
     *
     * @param party who asked
     * @param since when the store granted it
     * @param remaining how long it lasts if nobody renews it from now on
     * @param fencingToken the token of the first lease of the grant
     */
    public Holder(Party party, Instant since, Duration remaining, long fencingToken) {
      this(party, since, remaining, fencingToken, ALL_UNITS);
    }
  }

  /**
   * A request that waits in the store.
   *
   * @param party who asked
   * @param since when it joined the queue, by the store's clock; empty when the store does not keep
   *     it
   * @param requestId the request's id
   * @param units how many units it asks for
   */
  public record Waiter(Party party, Optional<Instant> since, String requestId, int units) {

    /**
     * A request for all units.
     *
     * @param party who asked
     * @param since when it joined the queue
     * @param requestId the request's id
     */
    public Waiter(Party party, Optional<Instant> since, String requestId) {
      this(party, since, requestId, ALL_UNITS);
    }
  }
}
