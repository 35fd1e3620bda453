package dev.holdfast.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** The end of a lease by release. */
@Name("dev.holdfast.Hold")
@Label("Lock Hold")
@Category("Holdfast")
@Description("A distributed lock was released")
final class HoldEvent extends Event {

  @Label("Kind")
  final String kind;

  @Label("Lock")
  final String lock;

  @Label("Fencing Token")
  final long fencingToken;

  @Label("Held")
  @Timespan(Timespan.NANOSECONDS)
  final long held;

  @Label("Handed On")
  @Description("Whether it passed to another thread of this JVM without the store")
  final boolean handedOn;

  HoldEvent(String kind, String lock, long fencingToken, long held, boolean handedOn) {
    this.kind = kind;
    this.lock = lock;
    this.fencingToken = fencingToken;
    this.held = held;
    this.handedOn = handedOn;
  }
}
