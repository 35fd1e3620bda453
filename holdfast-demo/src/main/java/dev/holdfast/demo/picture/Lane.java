package dev.holdfast.demo.picture;

import java.util.Comparator;
import java.util.List;

/**
 * A process or server in the picture.
 *
 * @param name whose
 * @param bars in any order
 * @param marks in order
 */
record Lane(String name, List<Bar> bars, List<Mark> marks) {

  Lane {
    // What covers others comes last.
    bars = bars.stream().sorted(Comparator.comparing(Bar::kind)).toList();
    marks = List.copyOf(marks);
  }

  boolean isIn(Bar.Kind kind, double time) {
    return bars.stream().anyMatch(bar -> bar.kind() == kind && bar.covers(time));
  }
}
