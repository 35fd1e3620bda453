package dev.holdfast.demo.play;

import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.EventLog;
import dev.holdfast.demo.event.What;
import dev.holdfast.demo.picture.SvgPicture;
import dev.holdfast.demo.picture.TextPicture;
import dev.holdfast.demo.picture.Timeline;
import dev.holdfast.demo.picture.TimelineMaker;
import dev.holdfast.demo.stage.Half;
import dev.holdfast.demo.stage.History;
import dev.holdfast.demo.stage.Scene;
import dev.holdfast.demo.stage.SceneOptions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Plays the halves of a failure, and draws their timelines. */
final class PlotRun implements Play {

  private final Plot plot;

  PlotRun(Plot plot) {
    this.plot = plot;
  }

  @Override
  public String name() {
    return plot.name();
  }

  @Override
  public String title() {
    return plot.title();
  }

  @Override
  public boolean takesStore() {
    return plot.takesStore();
  }

  @Override
  public Outcome run(Optional<String> store, boolean guarded, PrintStream out) throws Exception {
    List<Timeline> timelines = new ArrayList<>();
    boolean kept = true;
    for (Half half : plot.halves()) {
      out.printf("%n%s (%s)%n", capital(half.title()), half.how());
      Timeline timeline = play(half, store, guarded, out);
      timelines.add(timeline);
      kept &= half.naive() || timeline.good();
    }
    List<String> lines = new ArrayList<>();
    for (Timeline timeline : timelines) {
      lines.addAll(TextPicture.draw(timeline));
      lines.add("");
    }
    lines.addAll(TextPicture.legend());
    return new Outcome(kept, lines, SvgPicture.draw(plot.name() + ": " + plot.title(), timelines));
  }

  private Timeline play(Half half, Optional<String> store, boolean guarded, PrintStream out)
      throws Exception {
    Teller teller = new Teller(out, half.naive());
    EventLog log = new EventLog(teller::tell);
    AtomicLong zero = new AtomicLong();
    try (Scene scene = Scene.open(new SceneOptions(half, store, guarded, plot.ttl()), log)) {
      plot.play(
          scene,
          () -> {
            zero.set(Event.nowMicros());
            teller.open(zero.get());
          });
      scene.settle();
      return timeline(half, log, zero.get(), scene.history());
    }
  }

  private Timeline timeline(Half half, EventLog log, long zeroMicros, History history) {
    List<Event> events =
        log.events().stream().filter(event -> event.micros() >= zeroMicros).toList();
    boolean good =
        history.lost() == 0
            && history.tokensRise()
            && history.writes().size() == log.count(What.DONE);
    return new TimelineMaker(events, zeroMicros, history::isDamage)
        .make(
            capital(half.title()) + " (" + half.how() + ")",
            verdict(history, log.count(What.REFUSED), log.count(What.TURNED_DOWN)),
            good,
            plot.lanes());
  }

  private static String verdict(History history, int refused, int turnedDown) {
    long lost = history.lost();
    StringBuilder text = new StringBuilder();
    text.append(count(history.writes().size(), "update")).append(" written, ");
    text.append(lost == 0 ? "none lost" : lost + " of them LOST");
    text.append(refused == 0 ? "" : "; " + count(refused, "stale write") + " refused");
    text.append(turnedDown == 0 ? "" : "; a lock that no replica has was not granted");
    return text.toString();
  }

  private static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
