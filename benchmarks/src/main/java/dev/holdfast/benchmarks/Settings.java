package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.contestant.ContestantKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How to measure.
 *
 * @param cases which cases, in this order
 * @param contestants who takes part; empty for those of the case
 * @param slice how long one turn takes
 * @param rounds how many turns each has
 * @param warmUp how long each runs before it is measured
 * @param jvmsMax the most processes that a contestant has in a case
 * @param redis the server program
 * @param jvmOptions further options for the measured processes
 * @param details whether to say where the time goes
 */
public record Settings(
    List<BenchCase> cases,
    List<ContestantKind> contestants,
    Duration slice,
    int rounds,
    Duration warmUp,
    int jvmsMax,
    Path redis,
    List<String> jvmOptions,
    boolean details) {

  /** Copies the lists. */
  public Settings {
    cases = List.copyOf(cases);
    contestants = List.copyOf(contestants);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /**
   * Who takes part in a case.
   *
   * @param bench the case
   * @return those asked for that can wait if the case needs that, or those of the case
   */
  public List<ContestantKind> contestantsOf(BenchCase bench) {
    if (contestants.isEmpty()) {
      return bench.contestants();
    }
    return contestants.stream()
        .filter(kind -> kind != ContestantKind.RAW || !bench.isContended())
        .toList();
  }

  /**
   * How many processes each contestant has in a case.
   *
   * @param bench the case
   * @return at least 1
   */
  public int jvmsOf(BenchCase bench) {
    return Math.min(bench.jvms(), jvmsMax);
  }
}
