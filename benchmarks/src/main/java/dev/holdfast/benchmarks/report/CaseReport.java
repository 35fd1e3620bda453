package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.BenchCase;
import dev.holdfast.benchmarks.measure.Handoffs;
import dev.holdfast.benchmarks.measure.Histogram;
import dev.holdfast.benchmarks.measure.Round;
import dev.holdfast.benchmarks.run.LaneResult;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** The figures of one case as text. */
public final class CaseReport {

  private static final List<String> HEAD =
      List.of(
          "",
          "cycles/s",
          "rounds",
          "acquire p50",
          "p99",
          "release p50",
          "p99",
          "cycle p50",
          "p99",
          "server us",
          "commands",
          "client us");
  private static final List<String> HANDOFF_HEAD =
      List.of(
          "", "handoffs/s", "begin-entry p50", "p99", "mean", "end-entry p50", "p99", "overlaps");

  private final BenchCase bench;
  private final List<LaneResult> results;

  /**
   * A report.
   *
   * @param bench the case
   * @param results what the contestants did
   */
  public CaseReport(BenchCase bench, List<LaneResult> results) {
    this.bench = bench;
    this.results = List.copyOf(results);
  }

  /**
   * Writes it.
   *
   * @param details whether to say where the time goes
   * @return lines
   */
  public List<String> lines(boolean details) {
    List<String> lines = new ArrayList<>();
    lines.add("%s: %s".formatted(bench, bench.title()));
    lines.addAll(cycles().lines());
    if (bench.hasHandoffs()) {
      lines.add("");
      lines.addAll(handoffs().lines());
    }
    lines.add("");
    results.stream()
        .filter(result -> result.failure().isPresent())
        .forEach(result -> lines.add(result.kind() + " failed: " + result.failure().orElseThrow()));
    bench.targets().forEach(target -> lines.add(Ratio.line(target, results)));
    if (details) {
      succeeded().forEach(result -> lines.addAll(Details.lines(result)));
    }
    return lines;
  }

  private List<LaneResult> succeeded() {
    return results.stream().filter(result -> result.failure().isEmpty()).toList();
  }

  private Table cycles() {
    Table table = new Table();
    table.add(HEAD);
    for (LaneResult result : succeeded()) {
      Round total = result.total();
      double sent = result.sentPerCycle().values().stream().mapToDouble(Double::doubleValue).sum();
      List<String> row = new ArrayList<>();
      row.add(result.kind().id());
      row.add(Numbers.text(total.clients().cyclesPerSecond()));
      row.add(spread(result.rounds()));
      addPercentiles(row, total.clients().acquire());
      addPercentiles(row, total.clients().release());
      addPercentiles(row, total.clients().cycle());
      row.add(Numbers.text(total.serverMicrosPerCycle()));
      row.add(Numbers.text(sent));
      row.add(Numbers.text(total.clientMicrosPerCycle()));
      table.add(row);
    }
    return table;
  }

  private Table handoffs() {
    Table table = new Table();
    table.add(HANDOFF_HEAD);
    for (LaneResult result : succeeded()) {
      Round total = result.total();
      Handoffs handoffs = total.handoffs();
      Histogram begin = handoffs.fromReleaseBegin();
      List<String> row = new ArrayList<>();
      row.add(result.kind().id());
      row.add(Numbers.text(begin.count() * 1e9 / total.clients().elapsedNanos()));
      addPercentiles(row, begin);
      row.add(Numbers.micros(begin.meanNanos()));
      addPercentiles(row, handoffs.fromReleaseEnd());
      row.add(Long.toString(handoffs.overlaps()));
      table.add(row);
    }
    return table;
  }

  private static String spread(List<Round> rounds) {
    DoubleSummaryStatistics speeds =
        rounds.stream().mapToDouble(round -> round.clients().cyclesPerSecond()).summaryStatistics();
    return Numbers.text(speeds.getMin()) + "-" + Numbers.text(speeds.getMax());
  }

  private static void addPercentiles(List<String> row, Histogram histogram) {
    row.add(Numbers.micros(histogram.percentileNanos(0.5)));
    row.add(Numbers.micros(histogram.percentileNanos(0.99)));
  }
}
