package dev.holdfast.demo.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws a timeline on a terminal, in ASCII, within 80 columns. */
public final class TextPicture {

  private static final int COLUMNS = 66;
  private static final String LEFT = "  %-9s %s";

  private TextPicture() {}

  /** The lines of one half. */
  public static List<String> draw(Timeline timeline) {
    List<String> lines = new ArrayList<>();
    lines.add(timeline.title() + ": " + timeline.verdict());
    lines.add(LEFT.formatted("seconds", axis(timeline)));
    for (Lane lane : timeline.lanes()) {
      lines.add(LEFT.formatted(lane.name(), row(timeline, lane)).stripTrailing());
    }
    String both = overlaps(timeline);
    if (!both.isBlank()) {
      lines.add(LEFT.formatted("overlap", both).stripTrailing());
    }
    if (!timeline.tokens().isEmpty()) {
      lines.add("  " + timeline.legendOfTokens());
    }
    return lines;
  }

  /** What the letters mean. */
  public static List<String> legend() {
    return List.of(
        "  . waits   = believes that it has the lock   z stopped   (server) A: A has the lock",
        "  W writes   D writes over what it has not seen   R refused   L told that it is lost",
        "  N not granted   C removes the lock   X killed   P takes the primary's place",
        "  ! two believe that they have it");
  }

  private static int column(Timeline timeline, double time) {
    return Math.min(COLUMNS - 1, (int) (time / timeline.seconds() * COLUMNS));
  }

  private static double time(Timeline timeline, int column) {
    return (column + 0.5) * timeline.seconds() / COLUMNS;
  }

  private static String axis(Timeline timeline) {
    char[] cells = " ".repeat(COLUMNS + 2).toCharArray();
    for (int second = 0; second < timeline.seconds(); second++) {
      String text = String.format(Locale.ROOT, "%d", second);
      text.getChars(0, text.length(), cells, column(timeline, second));
    }
    return new String(cells).stripTrailing();
  }

  private static String row(Timeline timeline, Lane lane) {
    char[] cells = new char[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      cells[i] = cell(lane, time(timeline, i));
    }
    int free = 0;
    for (Mark mark : lane.marks()) {
      // Two at once stand beside each other.
      int column = Math.min(COLUMNS - 1, Math.max(free, column(timeline, mark.at())));
      cells[column] = mark.kind().letter();
      free = column + 1;
    }
    return new String(cells);
  }

  private static char cell(Lane lane, double time) {
    if (lane.isIn(Bar.Kind.STOPPED, time)) {
      return 'z';
    }
    if (lane.isIn(Bar.Kind.BELIEVES, time)) {
      return '=';
    }
    for (Bar bar : lane.bars()) {
      if (bar.kind() == Bar.Kind.HOLDER && bar.covers(time)) {
        return bar.label().contains(" ") ? 'a' : bar.label().charAt(0);
      }
    }
    return lane.isIn(Bar.Kind.WAITS, time) ? '.' : ' ';
  }

  private static String overlaps(Timeline timeline) {
    List<Bar> overlaps = timeline.overlaps();
    StringBuilder cells = new StringBuilder();
    for (int i = 0; i < COLUMNS; i++) {
      double time = time(timeline, i);
      cells.append(overlaps.stream().anyMatch(bar -> bar.covers(time)) ? '!' : ' ');
    }
    return cells.toString();
  }
}
