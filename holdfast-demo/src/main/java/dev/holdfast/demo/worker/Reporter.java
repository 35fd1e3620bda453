package dev.holdfast.demo.worker;

import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.What;
import java.io.PrintStream;

/** Reports events on standard output, a line for each. Thread-safe. */
final class Reporter {

  private final String lane;
  private final PrintStream out;

  Reporter(String lane, PrintStream out) {
    this.lane = lane;
    this.out = out;
  }

  void report(What what) {
    report(what, "");
  }

  void report(What what, Object detail) {
    // One call, so that lines of two threads do not mix.
    out.print(Event.now(lane, what, detail.toString()).line() + "\n");
    out.flush();
  }
}
