package dev.holdfast.demo.picture;

import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.What;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Makes lanes out of events. */
public final class TimelineMaker {

  /** Blank time behind the last event, as a part of all. */
  private static final double MARGIN = 0.03;

  private final List<Event> events;
  private final long zeroMicros;
  private final LongPredicate isDamage;
  private final double seconds;
  private final List<Long> tokens;

  /**
   * With what has happened.
   *
   * @param events in the order of their times
   * @param zeroMicros when time begins
   * @param isDamage whether a write, by its number, went over one that its writer did not know of
   */
  public TimelineMaker(List<Event> events, long zeroMicros, LongPredicate isDamage) {
    this.events = List.copyOf(events);
    this.zeroMicros = zeroMicros;
    this.isDamage = isDamage;
    this.seconds =
        events.stream().mapToDouble(this::seconds).max().orElse(0) * (1 + MARGIN) + MARGIN;
    this.tokens =
        events.stream()
            .filter(event -> event.what() == What.HOLDS && event.number(0) != 0)
            .map(event -> event.number(0))
            .distinct()
            .sorted()
            .toList();
  }

  private double seconds(Event event) {
    return Math.max(0, (event.micros() - zeroMicros) / 1e6);
  }

  /** The whole, with these lanes. */
  public Timeline make(String title, String verdict, boolean good, List<String> names) {
    List<Lane> lanes = names.stream().map(this::lane).toList();
    return new Timeline(title, verdict, good, seconds, lanes, tokens);
  }

  private Lane lane(String name) {
    List<Bar> bars = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    @Nullable Bar waits = null;
    @Nullable Bar believes = null;
    @Nullable Bar stopped = null;
    @Nullable Bar holder = null;
    for (Event event : events) {
      if (!event.lane().equals(name)) {
        continue;
      }
      double now = seconds(event);
      switch (event.what()) {
        case ASKS -> waits = open(Bar.Kind.WAITS, now, "");
        case HOLDS -> {
          waits = closed(bars, waits, now);
          believes = open(Bar.Kind.BELIEVES, now, token(event.number(0)));
        }
        case RELEASES -> believes = closed(bars, believes, now);
        case STOPPED -> stopped = open(Bar.Kind.STOPPED, now, "stopped");
        case WOKEN -> stopped = closed(bars, stopped, now);
        case HOLDER -> {
          holder = closed(bars, holder, now);
          if (!event.detail().isEmpty()) {
            holder = open(Bar.Kind.HOLDER, now, event.detail());
          }
        }
        case LOST, REFUSED -> {
          believes = closed(bars, believes, now);
          marks.add(mark(event, now));
        }
        case KILLED -> {
          waits = closed(bars, waits, now);
          believes = closed(bars, believes, now);
          holder = closed(bars, holder, now);
          marks.add(mark(event, now));
        }
        case WRITES, TURNED_DOWN, CLEARS, PROMOTED -> marks.add(mark(event, now));
        default -> {
          // Told in words only.
        }
      }
    }
    closed(bars, waits, seconds);
    closed(bars, believes, seconds);
    closed(bars, stopped, seconds);
    closed(bars, holder, seconds);
    return new Lane(name, bars, marks);
  }

  private static Bar open(Bar.Kind kind, double now, String label) {
    return new Bar(kind, now, now, label);
  }

  private static @Nullable Bar closed(List<Bar> bars, @Nullable Bar bar, double now) {
    if (bar != null) {
      bars.add(new Bar(bar.kind(), bar.from(), now, bar.label()));
    }
    return null;
  }

  private String token(long token) {
    return token == 0 ? "" : "token " + (tokens.indexOf(token) + 1);
  }

  private Mark mark(Event event, double now) {
    return switch (event.what()) {
      case WRITES ->
          new Mark(
              isDamage.test(event.number(0)) ? Mark.Kind.DAMAGES : Mark.Kind.WRITES,
              now,
              "writes " + event.number(2));
      case REFUSED -> new Mark(Mark.Kind.REFUSED, now, "refused");
      case LOST -> new Mark(Mark.Kind.LOST, now, "told: lost");
      case TURNED_DOWN -> new Mark(Mark.Kind.TURNED_DOWN, now, "not granted");
      case CLEARS -> new Mark(Mark.Kind.CLEARS, now, "DEL");
      case PROMOTED -> new Mark(Mark.Kind.PROMOTED, now, "takes over");
      default -> new Mark(Mark.Kind.KILLED, now, "killed");
    };
  }
}
