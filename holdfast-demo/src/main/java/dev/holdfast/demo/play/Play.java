package dev.holdfast.demo.play;

import java.io.PrintStream;
import java.util.Optional;

/** A demo as a whole. */
public interface Play {

  /** Its name on the command line. */
  String name();

  /** What happens in it, for a heading. */
  String title();

  /** Whether it can use a store of the user's. */
  boolean takesStore();

  /**
   * Plays all halves.
   *
   * @param store the user's own; empty: servers of the demo's own
   * @param guarded whether Holdfast's half shows its tokens
   * @param out told there
   */
  Outcome run(Optional<String> store, boolean guarded, PrintStream out) throws Exception;

  /** The failures and the queue, in the order of the page about them. */
  static Play of(String name) {
    return switch (name) {
      case "crash" -> new PlotRun(new Crash());
      case "overrun" -> new PlotRun(new Overrun());
      case "failover" -> new PlotRun(new Failover());
      case "pause" -> new PlotRun(new Pause());
      case "queue" -> new QueueRun();
      default -> throw new IllegalArgumentException("There is no demo " + name);
    };
  }
}
