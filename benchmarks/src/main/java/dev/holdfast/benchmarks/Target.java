package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.contestant.ContestantKind;

/**
 * What we want to reach: our figure divided by another contestant's.
 *
 * @param metric the figure
 * @param ours which of ours
 * @param against the other one
 * @param bound the ratio
 * @param atLeast whether the bound is the lowest that is wanted, or the highest
 */
public record Target(
    Metric metric, ContestantKind ours, ContestantKind against, double bound, boolean atLeast) {

  static Target atLeast(Metric metric, ContestantKind against, double bound) {
    return new Target(metric, ContestantKind.HOLDFAST, against, bound, true);
  }

  static Target atMost(Metric metric, ContestantKind against, double bound) {
    return new Target(metric, ContestantKind.HOLDFAST, against, bound, false);
  }

  /**
   * Whether a ratio is as wanted.
   *
   * @param ratio the measured one
   * @return true if so
   */
  public boolean isMetBy(double ratio) {
    return atLeast ? ratio >= bound : ratio <= bound;
  }
}
