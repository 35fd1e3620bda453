package dev.holdfast.demo.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws what many waiters cost: bars for the commands, and a dot for each handing over.
 *
 * @param title of the whole
 * @param halves the naive one first
 */
public record QueuePicture(String title, List<Half> halves) {

  private static final double WIDTH = 900;
  private static final double LEFT = 130;
  private static final double PLOT = 640;
  private static final double ROW = 34;
  private static final int COLUMNS = 40;

  /** The dots stand on a scale of powers of ten, from a tenth of a millisecond. */
  private static final double GAP_MIN = 0.1;

  private static final int DECADES = 4;

  /**
   * What was measured in one half.
   *
   * @param title of the half
   * @param naive whether it is the naive one
   * @param commandsPerSecond while all waited
   * @param gapsMillis from each release to the next entry
   * @param median of these
   * @param longest of these
   */
  public record Half(
      String title,
      boolean naive,
      double commandsPerSecond,
      List<Double> gapsMillis,
      double median,
      double longest) {

    /** Copies. */
    public Half {
      gapsMillis = List.copyOf(gapsMillis);
    }
  }

  /** Copies. */
  public QueuePicture {
    halves = List.copyOf(halves);
  }

  private double most() {
    return Math.max(1, halves.stream().mapToDouble(Half::commandsPerSecond).max().orElse(1));
  }

  /** For the terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("Commands each second while all wait:");
    for (Half half : halves) {
      int length = (int) Math.round(half.commandsPerSecond() / most() * COLUMNS);
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-14s %7.1f  %s",
              half.title(),
              half.commandsPerSecond(),
              "#".repeat(Math.max(1, length))));
    }
    lines.add("From a release to the next entry (ms):  median  longest");
    for (Half half : halves) {
      lines.add(
          String.format(
              Locale.ROOT, "  %-37s %7.1f  %7.1f", half.title(), half.median(), half.longest()));
    }
    return lines;
  }

  /** As a file. */
  public String svg() {
    Svg svg = new Svg();
    double height = 130 + 2 * ROW * halves.size() + 40;
    svg.rect(0, 0, WIDTH, height, "ground");
    svg.text(10, 25, "title", title);
    svg.text(10, 56, "half", "Commands that the server carries out each second while all wait");
    double y = 72;
    for (Half half : halves) {
      double length = Math.max(2, half.commandsPerSecond() / most() * PLOT);
      svg.text(LEFT - 8, y + 14, "end", half.title());
      svg.rect(LEFT, y, length, 20, half.naive() ? "naive" : "ours");
      svg.text(
          LEFT + length + 8,
          y + 14,
          half.naive() ? "bad" : "good",
          number("%.1f", half.commandsPerSecond()));
      y += ROW;
    }
    gaps(svg, y + 24);
    return svg.file(WIDTH, height, title, Style.CSS);
  }

  private void gaps(Svg svg, double top) {
    svg.text(10, top, "half", "From each release to the next entry");
    double rows = top + 16;
    double end = rows + ROW * halves.size();
    for (int decade = 0; decade <= DECADES; decade++) {
      double x = LEFT + PLOT * decade / DECADES;
      svg.line(x, rows - 4, x, end, "grid");
      svg.text(x, end + 14, "small middle", label(GAP_MIN * Math.pow(10, decade)));
    }
    double y = rows;
    for (Half half : halves) {
      svg.text(LEFT - 8, y + 18, "end", half.title());
      for (double gap : half.gapsMillis()) {
        svg.circle(x(gap), y + 14, 5, half.naive() ? "naive" : "ours");
      }
      svg.text(WIDTH - 10, y + 18, "small end", number("median %.1f ms", half.median()));
      y += ROW;
    }
  }

  private static double x(double gap) {
    double decades = Math.log10(Math.max(gap, GAP_MIN) / GAP_MIN);
    return LEFT + PLOT * Math.min(decades, DECADES) / DECADES;
  }

  private static String label(double millis) {
    return millis >= 1_000
        ? number("%.0f s", millis / 1_000)
        : number(millis < 1 ? "%.1f ms" : "%.0f ms", millis);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
