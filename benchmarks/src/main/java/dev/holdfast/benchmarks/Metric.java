package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.measure.Round;
import java.util.function.ToDoubleFunction;

/** A figure in which contestants are compared. */
public enum Metric {

  /** Cycles per second. */
  THROUGHPUT("cycles/s"),

  /** Median time from the begin of a release to the entry in another process. */
  HANDOFF("handoff p50"),

  /** CPU time of the server per cycle. */
  SERVER_CPU("server CPU per cycle");

  private final String title;

  Metric(String title) {
    this.title = title;
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
   * Reads the figure.
   *
   * @return where it stands
   */
  public ToDoubleFunction<Round> reader() {
    return switch (this) {
      case THROUGHPUT -> round -> round.clients().cyclesPerSecond();
      case HANDOFF -> round -> round.handoffs().fromReleaseBegin().percentileNanos(0.5);
      case SERVER_CPU -> Round::serverMicrosPerCycle;
    };
  }
}
