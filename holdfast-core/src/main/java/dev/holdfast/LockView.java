package dev.holdfast;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One lock as the store sees it: who holds it and who waits, in order.
 *
 * <p>A picture of one moment, already old when it is looked at; no decision about exclusion may
 * rest on it. Holders whose session has ended are not shown. Immutable.
 *
 * @param name the lock's name
 * @param holders who holds it now; empty when it is free
 * @param queue who waits, first come first
 */
public record LockView(String name, List<Holder> holders, List<Waiter> queue) {

  /**
   * Copies the lists.
   *
   * @param name the lock's name
   * @param holders who holds it now
   * @param queue who waits
   */
  public LockView {
    holders = List.copyOf(holders);
    queue = List.copyOf(queue);
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
   */
  public record Holder(Party party, Instant since, Duration remaining, long fencingToken) {}

  /**
   * A request that waits in the store.
   *
   * @param party who asked
   * @param since when it joined the queue, by the store's clock; empty when the store does not keep
   *     it
   * @param requestId the request's id
   */
  public record Waiter(Party party, Optional<Instant> since, String requestId) {}
}
