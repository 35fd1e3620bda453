package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.Target;
import dev.holdfast.benchmarks.measure.Round;
import dev.holdfast.benchmarks.run.LaneResult;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Our figure divided by another contestant's, taken in each round, where both ran one after the
 * other. The median of the rounds counts.
 */
record Ratio(double median, double lowest, double highest) {

  static Ratio of(LaneResult ours, LaneResult other, ToDoubleFunction<Round> figure) {
    int rounds = Math.min(ours.rounds().size(), other.rounds().size());
    double[] ratios =
        IntStream.range(0, rounds)
            .mapToDouble(
                round ->
                    figure.applyAsDouble(ours.rounds().get(round))
                        / figure.applyAsDouble(other.rounds().get(round)))
            .sorted()
            .toArray();
    double median = (ratios[(rounds - 1) / 2] + ratios[rounds / 2]) / 2;
    return new Ratio(median, ratios[0], ratios[rounds - 1]);
  }

  /** Finds both contestants, who may not have taken part, or failed. */
  static String line(Target target, List<LaneResult> results) {
    String what = "%s / %s, %s".formatted(target.ours(), target.against(), target.metric().title());
    String wanted =
        "wanted %s %s"
            .formatted(target.atLeast() ? "at least" : "at most", Numbers.text(target.bound()));
    List<LaneResult> both =
        results.stream()
            .filter(result -> result.kind() == target.ours() || result.kind() == target.against())
            .filter(result -> result.failure().isEmpty())
            .toList();
    if (both.size() < 2) {
      return what + ": not measured, " + wanted;
    }
    boolean oursFirst = both.get(0).kind() == target.ours();
    LaneResult ours = both.get(oursFirst ? 0 : 1);
    LaneResult other = both.get(oursFirst ? 1 : 0);
    Ratio ratio = of(ours, other, target.metric().reader());
    return "%s: %s (rounds %s to %s), %s: %s"
        .formatted(
            what,
            Numbers.text(ratio.median),
            Numbers.text(ratio.lowest),
            Numbers.text(ratio.highest),
            wanted,
            target.isMetBy(ratio.median) ? "met" : "missed");
  }
}
