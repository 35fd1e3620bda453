package dev.holdfast.benchmarks;

import static dev.holdfast.benchmarks.contestant.ContestantKind.HOLDFAST;
import static dev.holdfast.benchmarks.contestant.ContestantKind.HOLDFAST_FAIR;
import static dev.holdfast.benchmarks.contestant.ContestantKind.RAW;
import static dev.holdfast.benchmarks.contestant.ContestantKind.REDISSON;
import static dev.holdfast.benchmarks.contestant.ContestantKind.REDISSON_FAIR;
import static dev.holdfast.benchmarks.contestant.ContestantKind.SPRING;

import dev.holdfast.benchmarks.contestant.ContestantKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A situation in which contestants are measured beside each other. */
public enum BenchCase {

  /** What a lock costs when nobody else wants anything. */
  OWN_KEY_1("own-key-1", "own key, 1 thread", 1, 1, Contention.NONE),

  /** How well many threads share one client. */
  OWN_KEY_64("own-key-64", "own key per thread, 64 threads", 1, 64, Contention.NONE),

  /** Threads of one JVM that want the same lock all the time. */
  ONE_KEY_8("one-key-8", "one key, 8 threads of one JVM", 1, 8, Contention.SATURATED),

  /** Threads of several JVMs that want the same lock all the time. */
  HANDOFF("handoff", "one key, 4 JVMs with 2 threads each, no pause", 4, 2, Contention.SATURATED),

  /**
   * The same with work to do: held for a millisecond, wanted again after two. The processor is idle
   * when a lock is handed on, so that this is the time of the handoff alone.
   */
  HANDOFF_CALM(
      "handoff-calm",
      "one key, 4 JVMs with 2 threads each, held for 1 ms, 2 ms between",
      4,
      2,
      Contention.CALM);

  private enum Contention {
    NONE,
    SATURATED,
    CALM
  }

  private static final long CALM_HOLD_MICROS = 1_000;
  private static final long CALM_PAUSE_MICROS = 2_000;

  private final String id;
  private final String title;
  private final int jvms;
  private final int threads;
  private final Contention contention;

  BenchCase(String id, String title, int jvms, int threads, Contention contention) {
    this.id = id;
    this.title = title;
    this.jvms = jvms;
    this.threads = threads;
    this.contention = contention;
  }

  /**
   * Its name on the command line.
   *
   * @return a short word
   */
  public String id() {
    return id;
  }

  /**
   * What it is.
   *
   * @return a few words
   */
  public String title() {
    return title;
  }

  /**
   * How many processes there are.
   *
   * @return at least 1
   */
  public int jvms() {
    return jvms;
  }

  /**
   * How many threads each process has.
   *
   * @return at least 1
   */
  public int threads() {
    return threads;
  }

  /**
   * Whether all threads want the same lock.
   *
   * @return false if each has its own
   */
  public boolean isContended() {
    return contention != Contention.NONE;
  }

  /**
   * Whether the way of the lock between processes is looked at.
   *
   * @return true with several processes
   */
  public boolean hasHandoffs() {
    return jvms > 1;
  }

  /**
   * How long a lock is held.
   *
   * @return microseconds
   */
  public long holdMicros() {
    return contention == Contention.CALM ? CALM_HOLD_MICROS : 0;
  }

  /**
   * How long a thread stays away after its release.
   *
   * @return microseconds
   */
  public long pauseMicros() {
    return contention == Contention.CALM ? CALM_PAUSE_MICROS : 0;
  }

  /**
   * Who takes part unless others are asked for.
   *
   * @return in the order of the table
   */
  public List<ContestantKind> contestants() {
    return isContended()
        ? List.of(REDISSON, REDISSON_FAIR, SPRING, HOLDFAST, HOLDFAST_FAIR)
        : List.of(RAW, REDISSON, REDISSON_FAIR, HOLDFAST);
  }

  /**
   * What we want to reach.
   *
   * @return in the order of the report
   */
  public List<Target> targets() {
    Target cpu = Target.atMost(Metric.SERVER_CPU, REDISSON, 0.5);
    return switch (this) {
      case OWN_KEY_1 -> List.of(Target.atLeast(Metric.THROUGHPUT, RAW, 0.9), cpu);
      case OWN_KEY_64 -> List.of(Target.atLeast(Metric.THROUGHPUT, REDISSON, 3), cpu);
      case ONE_KEY_8 -> List.of(Target.atLeast(Metric.THROUGHPUT, REDISSON, 50), cpu);
      case HANDOFF, HANDOFF_CALM ->
          List.of(
              Target.atMost(Metric.HANDOFF, REDISSON, 0.25),
              Target.atMost(Metric.HANDOFF, SPRING, 0.5),
              cpu);
    };
  }

  /**
   * Finds one by its name.
   *
   * @param id the name
   * @return the one
   * @throws IllegalArgumentException if none has that name
   */
  public static BenchCase of(String id) {
    return Arrays.stream(values())
        .filter(bench -> bench.id.equals(id))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("No case '" + id + "'; there are: " + ids()));
  }

  private static String ids() {
    return Arrays.stream(values()).map(BenchCase::id).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return id;
  }
}
