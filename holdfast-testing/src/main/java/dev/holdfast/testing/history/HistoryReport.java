package dev.holdfast.testing.history;

import dev.holdfast.testing.history.HistoryEvent.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the checker found. The numbers are there so that a test can see that something was checked
 * at all.
 *
 * @param violations broken rules, empty if all is well
 * @param requests how many requests there were
 * @param outcomes how they ended; those of killed processes may be missing
 * @param confirmedLeases leases that were seen held, or released with success, after they were got
 */
public record HistoryReport(
    List<Violation> violations, long requests, Map<Outcome, Long> outcomes, long confirmedLeases) {

  private static final int SHOWN_MAX = 50;

  /**
   * Creates a report.
   *
   * @param violations broken rules
   * @param requests how many requests
   * @param outcomes how they ended
   * @param confirmedLeases how many leases
   */
  public HistoryReport {
    violations = List.copyOf(violations);
    outcomes = Map.copyOf(outcomes);
  }

  /**
   * Fails if any rule is broken, naming the lines of the logs.
   *
   * @return this
   * @throws AssertionError if there are violations
   */
  public HistoryReport assertClean() {
    if (!violations.isEmpty()) {
      throw new AssertionError(toString());
    }
    return this;
  }

  @Override
  public String toString() {
    String counts =
        "%d requests %s, %d confirmed leases, %d violations"
            .formatted(requests, outcomes, confirmedLeases, violations.size());
    return violations.stream()
        .limit(SHOWN_MAX)
        .map(violation -> "\n  " + violation)
        .collect(Collectors.joining("", counts, ""));
  }
}
