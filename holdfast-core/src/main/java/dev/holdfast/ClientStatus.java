package dev.holdfast;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one client holds and waits for at one moment, as it knows itself without asking the store:
 * for metrics, health checks and logs. What others hold shows {@link LockClient#inspect}.
 *
 * @param held the valid leases, one entry each
 * @param waiting the names that somebody waits for, one entry each
 * @param sessions the live sessions, one for each shard of the store that is in use
 */
public record ClientStatus(List<Held> held, List<Waiting> waiting, List<Session> sessions) {

  /**
   * Copies the lists.
   *
   * @param held the valid leases
   * @param waiting the names that somebody waits for
   * @param sessions the live sessions
   */
  public ClientStatus {
    held = List.copyOf(held);
    waiting = List.copyOf(waiting);
    sessions = List.copyOf(sessions);
  }

  /**
   * The shortest validity of a session.
   *
   * @return how long all sessions are valid if no renewal is confirmed from now on; empty if there
   *     is none
   */
  public Optional<Duration> validity() {
    return sessions.stream().map(Session::remaining).min(Duration::compareTo);
  }

  /**
   * One lease.
   *
   * @param kind what is held
   * @param name its name
   * @param fencingToken its token; for permits it means nothing
   * @param exclusive whether nobody else can hold it meanwhile
   * @param since how long it has been held
   * @param remaining how long it is valid if no renewal is confirmed from now on
   * @param thread the name of the thread that asked for it
   * @param note the text that was given with the request, or an empty one
   */
  public record Held(
      LockKind kind,
      String name,
      long fencingToken,
      boolean exclusive,
      Duration since,
      Duration remaining,
      String thread,
      String note) {}

  /**
   * One name that is waited for.
   *
   * @param kind what is waited for
   * @param name its name
   * @param waiters how many threads and futures of this client wait for it
   */
  public record Waiting(LockKind kind, String name, int waiters) {}

  /**
   * One session.
   *
   * @param id what operators see of it in the store
   * @param attached whether there is a connection as far as is known
   * @param suspect whether no renewal was confirmed for too long, so that nothing new is granted
   *     until one is
   * @param ttl its time to live
   * @param remaining how long it is valid if no renewal is confirmed from now on
   */
  public record Session(
      String id, boolean attached, boolean suspect, Duration ttl, Duration remaining) {}
}
