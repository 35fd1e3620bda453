package dev.holdfast.demo.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * One half of a demo, as it is drawn.
 *
 * @param title of this half
 * @param verdict what came of it
 * @param good whether that is as it should be
 * @param seconds how long it took
 * @param lanes from top to bottom
 * @param tokens all tokens, in rising order: in the picture they are numbered from 1
 */
public record Timeline(
    String title,
    String verdict,
    boolean good,
    double seconds,
    List<Lane> lanes,
    List<Long> tokens) {

  /** Copies. */
  public Timeline {
    lanes = List.copyOf(lanes);
    tokens = List.copyOf(tokens);
  }

  /** The tokens in full; empty if there is none. */
  String legendOfTokens() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      text.append(i == 0 ? "token " : ", ").append(i + 1).append(" = ").append(tokens.get(i));
    }
    return text.toString();
  }

  /** When at least two workers believed that they had the lock. */
  List<Bar> overlaps() {
    TreeSet<Double> times = new TreeSet<>();
    for (Lane lane : lanes) {
      for (Bar bar : lane.bars()) {
        times.add(bar.from());
        times.add(bar.to());
      }
    }
    List<Bar> overlaps = new ArrayList<>();
    for (double from : times) {
      Double to = times.higher(from);
      if (to != null && believers((from + to) / 2) > 1) {
        Bar last = overlaps.isEmpty() ? null : overlaps.get(overlaps.size() - 1);
        boolean goesOn = last != null && last.to() == from;
        if (goesOn) {
          overlaps.remove(overlaps.size() - 1);
        }
        overlaps.add(
            new Bar(Bar.Kind.BELIEVES, goesOn && last != null ? last.from() : from, to, ""));
      }
    }
    return overlaps;
  }

  private long believers(double time) {
    return lanes.stream().filter(lane -> lane.isIn(Bar.Kind.BELIEVES, time)).count();
  }
}
