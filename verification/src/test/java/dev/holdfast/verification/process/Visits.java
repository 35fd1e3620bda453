package dev.holdfast.verification.process;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who was inside at which times, as processes of one machine have told it: how many units were in
 * use at most. Two that only touch don't overlap.
 */
final class Visits {

  /** A moment at which units come or go. */
  private record Edge(long nanos, int units) {}

  private final List<Edge> edges = new ArrayList<>();
  private int count;

  /** Adds visits of so many units each, in the words {@code FROM-TO} of a result. */
  void add(List<String> words, int units) {
    for (String word : words) {
      int dash = word.indexOf('-');
      edges.add(new Edge(Long.parseLong(word.substring(0, dash)), units));
      edges.add(new Edge(Long.parseLong(word.substring(dash + 1)), -units));
      count++;
    }
  }

  int count() {
    return count;
  }

  /** The most units that were inside at any moment. */
  long mostAtOnce() {
    AtomicLong inside = new AtomicLong();
    return edges.stream()
        .sorted(Comparator.comparingLong(Edge::nanos).thenComparingInt(Edge::units))
        .mapToLong(edge -> inside.addAndGet(edge.units()))
        .max()
        .orElse(0);
  }
}
