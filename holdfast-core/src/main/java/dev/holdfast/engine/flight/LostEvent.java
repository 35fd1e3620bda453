package dev.holdfast.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The loss of a lease. Whoever notices it is not to blame, so there is no stack trace. */
@Name("dev.holdfast.Lost")
@Label("Lock Lost")
@Category("Holdfast")
@Description("A lease of a distributed lock was lost")
@StackTrace(false)
final class LostEvent extends Event {

  @Label("Kind")
  final String kind;

  @Label("Lock")
  final String lock;

  @Label("Fencing Token")
  final long fencingToken;

  @Label("Held")
  @Timespan(Timespan.NANOSECONDS)
  final long held;

  @Label("Reason")
  final String reason;

  LostEvent(String kind, String lock, long fencingToken, long held, String reason) {
    this.kind = kind;
    this.lock = lock;
    this.fencingToken = fencingToken;
    this.held = held;
    this.reason = reason;
  }
}
