package dev.holdfast.testing.history;

import dev.holdfast.testing.history.HistoryEvent.Ending;
import dev.holdfast.testing.history.HistoryEvent.Kind;
import dev.holdfast.testing.history.HistoryEvent.Outcome;
import dev.holdfast.testing.history.Violation.Rule;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one request: gathered from its events in the order of its log, and checked on
 * the way.
 *
 * <pre>
 *   REQUEST -> OUTCOME(not granted)
 *   REQUEST -> OUTCOME(GRANTED) -> ENTER -> (HELD)* -> (LOST)* -> LEAVE?
 * </pre>
 */
final class RequestTrace {

  private final Consumer<Violation> violations;
  private final HistoryEvent asked;

  private @Nullable Outcome outcome;
  private @Nullable HistoryEvent entered;
  private @Nullable HistoryEvent lastValid;
  private @Nullable HistoryEvent lost;
  private @Nullable HistoryEvent left;

  /** Begins a trace with its first event, which must be the request itself. */
  RequestTrace(HistoryEvent first, Consumer<Violation> violations) {
    this.violations = violations;
    this.asked = first;
    if (first.kind() != Kind.REQUEST) {
      report(Rule.ORDER, "without a request before it", first);
    }
  }

  /** Adds an event after the first. */
  void add(HistoryEvent event) {
    if (!event.lock().equals(asked.lock())) {
      report(Rule.ORDER, "names another lock than " + asked.source(), event);
    }
    if (entered != null && event.token() != entered.token()) {
      report(Rule.ORDER, "names another token than " + entered.source(), event);
    }
    switch (event.kind()) {
      case OUTCOME -> outcome(event);
      case ENTER -> enter(event);
      case HELD -> held(event);
      case LOST -> lost(event);
      case LEAVE -> leave(event);
      default -> report(Rule.ORDER, "in the middle of a request", event);
    }
  }

  private void outcome(HistoryEvent event) {
    if (outcome != null) {
      report(Rule.ONE_OUTCOME, "a second outcome", event);
    }
    outcome = Outcome.valueOf(event.detail());
  }

  private void enter(HistoryEvent event) {
    if (outcome != Outcome.GRANTED || entered != null) {
      report(Rule.ORDER, "entered without a grant, or twice", event);
    }
    entered = event;
  }

  private void held(HistoryEvent event) {
    requireInside(event);
    if (lost != null) {
      report(Rule.LOSS_IS_FINAL, "held again after it was lost at " + lost.source(), event);
    }
    lastValid = event;
  }

  private void lost(HistoryEvent event) {
    requireInside(event);
    lost = event;
  }

  private void leave(HistoryEvent event) {
    requireInside(event);
    if (left != null) {
      report(Rule.ORDER, "left twice", event);
    }
    left = event;
    if (Ending.valueOf(event.detail()) == Ending.RELEASED) {
      if (lost != null) {
        report(Rule.LOSS_IS_FINAL, "released after it was lost at " + lost.source(), event);
      }
      lastValid = event;
    }
  }

  private void requireInside(HistoryEvent event) {
    if (entered == null) {
      report(Rule.ORDER, "without having entered", event);
    }
  }

  /** Called when the log is at its end. A killed process owes nothing. */
  void end(boolean killed) {
    if (killed) {
      return;
    }
    if (outcome == null) {
      report(Rule.ONE_OUTCOME, "no outcome", asked);
    } else if (outcome == Outcome.GRANTED && entered == null) {
      report(Rule.ORDER, "granted and never entered", asked);
    }
  }

  Optional<Outcome> outcome() {
    return Optional.ofNullable(outcome);
  }

  /** The lease that came of the request, if one did. */
  Optional<ObservedLease> lease() {
    HistoryEvent start = entered;
    if (start == null) {
      return Optional.empty();
    }
    return Optional.of(
        new ObservedLease(
            start.lock(),
            start.token(),
            asked.nanos(),
            start.nanos(),
            start.source(),
            lastValid == null ? start.nanos() : lastValid.nanos(),
            lastValid == null ? start.source() : lastValid.source(),
            lastValid != null));
  }

  private void report(Rule rule, String what, HistoryEvent event) {
    violations.accept(
        new Violation(
            rule,
            "%s: %s of request %d for lock %s: %s"
                .formatted(event.source(), event.kind(), event.request(), event.lock(), what)));
  }
}
