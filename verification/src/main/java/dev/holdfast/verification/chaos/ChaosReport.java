package dev.holdfast.verification.chaos;

import dev.holdfast.testing.history.HistoryReport;
import dev.holdfast.verification.chaos.worker.WorkerStats.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of a run.
 *
 * @param history what the checker found in the logs
 * @param counted what the workers have counted; of killed ones up to shortly before
 * @param mischief what was done to them
 * @param counters for each lock the value of its guarded counter and how many writes the guard has
 *     accepted
 * @param leftovers keys in Redis that should not be there
 * @param problems whatever else must not happen
 */
public record ChaosReport(
    HistoryReport history,
    Snapshot counted,
    List<String> mischief,
    Map<String, Counter> counters,
    List<String> leftovers,
    List<String> problems) {

  /**
   * A guarded counter at the end.
   *
   * @param value its value
   * @param accepted how many writes the guard has accepted, each of which should have added one
   */
  public record Counter(long value, long accepted) {

    /**
     * Updates that were overwritten by somebody who had not seen them.
     *
     * @return how many
     */
    public long lostUpdates() {
      return accepted - value;
    }
  }

  /**
   * Copies the lists.
   *
   * @param history what the checker found
   * @param counted what the workers have counted
   * @param mischief what was done
   * @param counters the guarded counters
   * @param leftovers keys that should not be there
   * @param problems whatever else must not happen
   */
  public ChaosReport {
    mischief = List.copyOf(mischief);
    counters = Map.copyOf(counters);
    leftovers = List.copyOf(leftovers);
    problems = List.copyOf(problems);
  }

  /**
   * All that is wrong.
   *
   * @return for people; empty if all is well
   */
  public List<String> faults() {
    List<String> faults = new ArrayList<>();
    history.violations().forEach(violation -> faults.add(violation.toString()));
    counters.forEach(
        (lock, counter) -> {
          if (counter.lostUpdates() != 0) {
            faults.add(
                "LOST_UPDATE: %d of %d guarded writes for %s are lost"
                    .formatted(counter.lostUpdates(), counter.accepted(), lock));
          }
        });
    leftovers.forEach(key -> faults.add("LEFT_OVER: " + key));
    problems.forEach(problem -> faults.add("PROBLEM: " + problem));
    return faults;
  }

  /**
   * The figures of the run.
   *
   * @return lines for people
   */
  public List<String> lines() {
    long accepted = counters.values().stream().mapToLong(Counter::accepted).sum();
    return List.of(
        "requests        %d %s".formatted(history.requests(), history.outcomes()),
        "leases          %d, of which %d were seen valid and are checked; %d or more handed on"
            .formatted(counted.leases(), history.confirmedLeases(), counted.handedOn()),
        "losses told     " + counted.losses(),
        "guarded writes  %d accepted, %d refused as stale".formatted(accepted, counted.stale()),
        "done to them    " + String.join(", ", mischief));
  }
}
