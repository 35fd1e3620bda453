package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.BenchCase;
import dev.holdfast.benchmarks.Settings;
import dev.holdfast.benchmarks.contestant.ContestantKind;
import dev.holdfast.benchmarks.measure.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measures the contestants of one case beside each other.
 *
 * <p>All are started and warmed up first. Then they take turns, and every round begins with another
 * one, so that whatever else the machine does meets all alike. One who fails is out, and the others
 * go on.
 */
public final class CaseRun {

  private static final Duration TAP_MAX = Duration.ofSeconds(1);

  private final BenchCase bench;
  private final Settings settings;
  private final Path folder;
  private final Consumer<String> progress;
  private final List<Lane> lanes = new ArrayList<>();
  private final Map<ContestantKind, List<Round>> rounds = new EnumMap<>(ContestantKind.class);
  private final Map<ContestantKind, Map<String, Double>> sent = new EnumMap<>(ContestantKind.class);
  private final Map<ContestantKind, String> failures = new EnumMap<>(ContestantKind.class);

  /**
   * Prepares a run.
   *
   * @param bench the case
   * @param settings how to measure
   * @param folder for files that are of no use afterwards
   * @param progress is told what goes on, a line each time
   */
  public CaseRun(BenchCase bench, Settings settings, Path folder, Consumer<String> progress) {
    this.bench = bench;
    this.settings = settings;
    this.folder = folder;
    this.progress = progress;
  }

  /**
   * Measures. To be called once.
   *
   * @return one result per contestant, in the order in which they were given
   * @throws IOException if files or servers fail
   * @throws InterruptedException if the caller is interrupted
   */
  public List<LaneResult> run() throws IOException, InterruptedException {
    List<ContestantKind> kinds = settings.contestantsOf(bench);
    try {
      progress.accept(bench + ": starting and warming up");
      for (ContestantKind kind : kinds) {
        Lane lane = Lane.open(kind, bench, settings, folder);
        lanes.add(lane);
        inTurn(List.of(lane), Lane::awaitReady);
      }
      inTurn(lanes, lane -> lane.turn(settings.warmUp()));
      for (int round = 0; round < settings.rounds(); round++) {
        progress.accept(bench + ": round " + (round + 1) + " of " + settings.rounds());
        List<Lane> order = new ArrayList<>(lanes);
        Collections.rotate(order, -round);
        inTurn(
            order,
            lane ->
                rounds
                    .computeIfAbsent(lane.kind(), kind -> new ArrayList<>())
                    .add(lane.turn(settings.slice())));
      }
      Duration tap = settings.slice().compareTo(TAP_MAX) < 0 ? settings.slice() : TAP_MAX;
      inTurn(lanes, lane -> sent.put(lane.kind(), lane.sentPerCycle(tap)));
    } finally {
      lanes.forEach(Lane::close);
    }
    return kinds.stream().map(this::result).toList();
  }

  private LaneResult result(ContestantKind kind) {
    return new LaneResult(
        kind,
        rounds.getOrDefault(kind, List.of()),
        sent.getOrDefault(kind, Map.of()),
        Optional.ofNullable(failures.get(kind)));
  }

  private void inTurn(List<Lane> order, Turn turn) throws IOException, InterruptedException {
    for (Lane lane : order) {
      if (!failures.containsKey(lane.kind())) {
        try {
          turn.take(lane);
        } catch (DriverFailedException e) {
          progress.accept(bench + ": " + e.getMessage());
          failures.put(lane.kind(), String.valueOf(e.getMessage()));
        }
      }
    }
  }

  private interface Turn {
    void take(Lane lane) throws IOException, InterruptedException;
  }
}
