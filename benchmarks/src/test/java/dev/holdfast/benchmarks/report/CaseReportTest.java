package dev.holdfast.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.benchmarks.BenchCase;
import dev.holdfast.benchmarks.contestant.ContestantKind;
import dev.holdfast.benchmarks.measure.CommandUse;
import dev.holdfast.benchmarks.measure.Handoffs;
import dev.holdfast.benchmarks.measure.Histogram;
import dev.holdfast.benchmarks.measure.ProcessUse;
import dev.holdfast.benchmarks.measure.Round;
import dev.holdfast.benchmarks.measure.ServerUse;
import dev.holdfast.benchmarks.measure.SliceResult;
import dev.holdfast.benchmarks.run.LaneResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaseReportTest {

  @Test
  void ratio_isTheMedianOfTheRoundsBesideItsTarget() {
    List<String> lines =
        report(
            result(ContestantKind.RAW, round(1_000, 10), round(2_000, 10), round(4_000, 10)),
            result(ContestantKind.HOLDFAST, round(950, 5), round(1_600, 5), round(3_800, 5)));

    assertThat(lines)
        .contains(
            "holdfast / raw, cycles/s: 0.95 (rounds 0.80 to 0.95), wanted at least 0.90: met",
            "holdfast / redisson, server CPU per cycle: not measured, wanted at most 0.50");
  }

  @Test
  void ratio_ofAMissedTarget_saysSo() {
    List<String> lines =
        report(
            result(ContestantKind.RAW, round(1_000, 10)),
            result(ContestantKind.REDISSON, round(1_000, 10)),
            result(ContestantKind.HOLDFAST, round(890, 8)));

    assertThat(lines)
        .contains(
            "holdfast / raw, cycles/s: 0.89 (rounds 0.89 to 0.89), wanted at least 0.90: missed",
            "holdfast / redisson, server CPU per cycle: 0.80 (rounds 0.80 to 0.80),"
                + " wanted at most 0.50: missed");
  }

  @Test
  void failedContestant_isNamedWithItsReasonAndNotInTheTable() {
    LaneResult failed =
        new LaneResult(
            ContestantKind.REDISSON, List.of(round(1, 1)), Map.of(), Optional.of("it broke"));

    List<String> lines = report(failed, result(ContestantKind.RAW, round(1_000, 10)));

    assertThat(lines).contains("redisson failed: it broke");
    assertThat(lines).noneMatch(line -> line.matches("redisson +[0-9].*"));
    assertThat(lines).anyMatch(line -> line.matches("raw +1,000 .*"));
  }

  @Test
  void details_tellCommandsAndThreads() {
    List<String> lines =
        new CaseReport(BenchCase.OWN_KEY_1, List.of(result(ContestantKind.RAW, round(1_000, 10))))
            .lines(/* details= */ true);

    assertThat(lines)
        .anyMatch(line -> line.matches(" +evalsha +1\\.00 +2\\.00 +3\\.00 +6\\.00"))
        .anyMatch(line -> line.matches(" +worker +4\\.00"));
  }

  private static List<String> report(LaneResult... results) {
    return new CaseReport(BenchCase.OWN_KEY_1, List.of(results)).lines(/* details= */ false);
  }

  private static LaneResult result(ContestantKind kind, Round... rounds) {
    return new LaneResult(kind, List.of(rounds), Map.of("evalsha", 1.0), Optional.empty());
  }

  private static Round round(long cyclesPerSecond, long serverMicrosPerCycle) {
    Histogram histogram = new Histogram();
    histogram.add(1_000_000_000 / cyclesPerSecond);
    ProcessUse use =
        new ProcessUse(
            9_000 * cyclesPerSecond, Map.of("worker", 4_000 * cyclesPerSecond), cyclesPerSecond);
    SliceResult clients =
        new SliceResult(cyclesPerSecond, 1_000_000_000, histogram, histogram, histogram, use);
    ServerUse server =
        new ServerUse(
            serverMicrosPerCycle * cyclesPerSecond,
            Map.of("evalsha", new CommandUse(2 * cyclesPerSecond, 6 * cyclesPerSecond)));
    return new Round(clients, server, new Handoffs());
  }
}
