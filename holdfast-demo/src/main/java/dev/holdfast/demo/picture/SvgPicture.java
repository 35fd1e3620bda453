package dev.holdfast.demo.picture;

import java.util.List;

/** Draws timelines, one under the other and all on one scale, as SVG. */
public final class SvgPicture {

  private static final double WIDTH = 900;
  private static final double LEFT = 90;
  private static final double RIGHT = 40;
  private static final double HEAD = 40;
  private static final double LANE = 40;
  private static final double BAR = 18;
  private static final double ABOVE = 46;
  private static final double BELOW = 42;
  private static final double LEGEND = 40;
  private static final double LETTER = 6.2;

  private final Svg svg = new Svg();
  private final List<Timeline> timelines;
  private final double scale;

  private SvgPicture(List<Timeline> timelines) {
    this.timelines = timelines;
    double longest = timelines.stream().mapToDouble(Timeline::seconds).max().orElse(1);
    this.scale = (WIDTH - LEFT - RIGHT) / longest;
  }

  /** The text of a file with all halves. */
  public static String draw(String title, List<Timeline> timelines) {
    return new SvgPicture(timelines).draw(title);
  }

  private String draw(String title) {
    double height = HEAD + LEGEND;
    for (Timeline timeline : timelines) {
      height += height(timeline);
    }
    svg.rect(0, 0, WIDTH, height, "ground");
    svg.text(10, 25, "title", title);
    double top = HEAD;
    for (Timeline timeline : timelines) {
      panel(timeline, top);
      top += height(timeline);
    }
    legend(top + 8);
    return svg.file(WIDTH, height, title, Style.CSS);
  }

  private static double height(Timeline timeline) {
    return ABOVE + LANE * timeline.lanes().size() + BELOW;
  }

  private double x(double seconds) {
    return LEFT + seconds * scale;
  }

  private void panel(Timeline timeline, double top) {
    svg.text(10, top + 14, "half", timeline.title());
    svg.text(10, top + 32, timeline.good() ? "good" : "bad", timeline.verdict());
    double lanesTop = top + ABOVE;
    double lanesEnd = lanesTop + LANE * timeline.lanes().size();
    for (int second = 0; second <= timeline.seconds(); second++) {
      svg.line(x(second), lanesTop - 4, x(second), lanesEnd, "grid");
      svg.text(x(second), lanesEnd + 13, "small middle", second + " s");
    }
    svg.text(LEFT, lanesEnd + 28, "small", timeline.legendOfTokens());
    for (Bar both : timeline.overlaps()) {
      svg.rect(
          x(both.from()),
          lanesTop - 4,
          (both.to() - both.from()) * scale,
          lanesEnd - lanesTop + 4,
          "both");
    }
    double y = lanesTop;
    for (Lane lane : timeline.lanes()) {
      lane(lane, y);
      y += LANE;
    }
  }

  private void lane(Lane lane, double top) {
    double middle = top + LANE - BAR / 2 - 4;
    svg.text(LEFT - 8, middle + 4, "end", lane.name());
    for (Bar bar : lane.bars()) {
      bar(bar, middle);
    }
    double free = 0;
    for (Mark mark : lane.marks()) {
      mark(mark, middle);
      double width = mark.label().length() * LETTER;
      double at = Math.max(x(mark.at()) - width / 2, free);
      svg.text(at, middle - BAR / 2 - 4, "small", mark.label());
      free = at + width + LETTER;
    }
  }

  private void bar(Bar bar, double middle) {
    double width = (bar.to() - bar.from()) * scale;
    double left = x(bar.from());
    if (bar.kind() == Bar.Kind.WAITS) {
      svg.line(left, middle, left + width, middle, "waits");
      return;
    }
    svg.rect(left, middle - BAR / 2, Math.max(width, 1), BAR, style(bar));
    double text = bar.label().length() * LETTER;
    if (text < width) {
      // At the beginning, which nothing else covers.
      svg.text(left + Math.min(width, text + 14) / 2, middle + 4, "in", bar.label());
    }
  }

  private void mark(Mark mark, double middle) {
    double x = x(mark.at());
    if (mark.kind() == Mark.Kind.KILLED) {
      svg.line(x - 6, middle - 6, x + 6, middle + 6, "killed");
      svg.line(x - 6, middle + 6, x + 6, middle - 6, "killed");
      return;
    }
    svg.circle(x, middle, 6, style(mark.kind()));
  }

  /** One holder after the other: each has a colour of its own. */
  private static String style(Bar bar) {
    return switch (bar.kind()) {
      case HOLDER -> "holder" + bar.label().charAt(0) % Style.HOLDERS;
      case STOPPED -> "stopped";
      case BELIEVES, WAITS -> "believes";
    };
  }

  private static String style(Mark.Kind kind) {
    return switch (kind) {
      case WRITES -> "writes";
      case DAMAGES -> "damages";
      case REFUSED -> "refused";
      case LOST -> "lost";
      case TURNED_DOWN -> "turned";
      case CLEARS -> "clears";
      case KILLED -> "killed";
      case PROMOTED -> "promoted";
    };
  }

  private void legend(double top) {
    double x = 10;
    x = legendBar(x, top, "believes", "believes that it has the lock");
    for (int i = 1; i < Style.HOLDERS; i++) {
      svg.rect(x + 8 * (i - 1), top - 9, 7, 11, "holder" + ('A' + i) % Style.HOLDERS);
    }
    x = legendBar(x + 16, top, "holder" + 'A' % Style.HOLDERS, "has it, says the store");
    x = legendBar(x, top, "stopped", "process stopped");
    legendBar(x, top, "both", "two believe that they have it");
    x = legendMark(10, top + 20, "writes", "write");
    x = legendMark(x, top + 20, "damages", "write over what it has not seen");
    legendMark(x, top + 20, "refused", "refused, or told of the loss");
  }

  private double legendBar(double x, double y, String style, String text) {
    svg.rect(x, y - 9, 22, 11, style);
    svg.text(x + 28, y, "small", text);
    return x + 28 + text.length() * LETTER + 16;
  }

  private double legendMark(double x, double y, String style, String text) {
    svg.circle(x + 11, y - 4, 6, style);
    svg.text(x + 28, y, "small", text);
    return x + 28 + text.length() * LETTER + 16;
  }
}
