package dev.holdfast.engine.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** An attempt to renew a session, which a thread of the store notices the end of. */
@Name("dev.holdfast.Renewal")
@Label("Lock Session Renewal")
@Category("Holdfast")
@Description("An attempt to renew a session of distributed locks")
@StackTrace(false)
final class RenewalEvent extends Event {

  @Label("Session")
  final String session;

  @Label("Success")
  final boolean success;

  @Label("Took")
  @Timespan(Timespan.NANOSECONDS)
  final long took;

  RenewalEvent(String session, boolean success, long took) {
    this.session = session;
    this.success = success;
    this.took = took;
  }
}
