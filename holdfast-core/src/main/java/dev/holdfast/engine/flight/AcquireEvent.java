package dev.holdfast.engine.flight;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.LockKind;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A request for a lock, from its beginning to its answer. */
@Name("dev.holdfast.Acquire")
@Label("Lock Acquire")
@Category("Holdfast")
@Description("A request for a distributed lock, from its beginning to its answer")
public final class AcquireEvent extends Event {

  // Read by the flight recorder only.
  @Label("Kind")
  @Nullable String kind;

  @Label("Lock")
  @Nullable String lock;

  @Label("Outcome")
  @Nullable String outcome;

  void end(LockKind ofKind, String ofLock, AcquireOutcome its) {
    kind = ofKind.name();
    lock = ofLock;
    outcome = its.name();
    commit();
  }
}
