package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.contestant.ContestantKind;
import dev.holdfast.benchmarks.measure.Round;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one contestant did in one case.
 *
 * @param kind who
 * @param rounds its turns, one at least unless it failed
 * @param sentPerCycle commands from clients, by name
 * @param failure why it could not go on
 */
public record LaneResult(
    ContestantKind kind,
    List<Round> rounds,
    Map<String, Double> sentPerCycle,
    Optional<String> failure) {

  /** Copies the collections. */
  public LaneResult {
    rounds = List.copyOf(rounds);
    sentPerCycle = Map.copyOf(sentPerCycle);
  }

  /**
   * All its turns together.
   *
   * @return the sum
   * @throws IllegalStateException if it failed
   */
  public Round total() {
    return rounds.stream()
        .reduce(Round::plus)
        .orElseThrow(() -> new IllegalStateException(kind + " has no turns"));
  }
}
