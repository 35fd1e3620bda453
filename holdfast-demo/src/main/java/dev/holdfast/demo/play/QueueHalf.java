package dev.holdfast.demo.play;

import dev.holdfast.demo.stage.Half;
import java.util.List;

/**
 * What was measured in one half of the queue.
 *
 * @param half which
 * @param commands that the server has carried out while all were waiting
 * @param seconds how long that was
 * @param gapsMillis from each release to the next entry, in order
 * @param entries how many got in
 * @param alone whether each was alone inside
 */
record QueueHalf(
    Half half, long commands, double seconds, List<Double> gapsMillis, int entries, boolean alone) {

  QueueHalf {
    gapsMillis = List.copyOf(gapsMillis);
  }

  double commandsPerSecond() {
    return commands / seconds;
  }

  double medianGap() {
    List<Double> sorted = gapsMillis.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }

  double longestGap() {
    return gapsMillis.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
