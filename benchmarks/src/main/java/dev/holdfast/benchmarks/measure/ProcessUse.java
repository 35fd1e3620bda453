package dev.holdfast.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a process used in one slice.
 *
 * @param cpuNanos CPU time of the whole process
 * @param cpuNanosByThreads CPU time of the Java threads, by a name for those of one kind; compiler
 *     and collector are in the whole only
 * @param allocatedBytes heap that the Java threads allocated
 */
public record ProcessUse(long cpuNanos, Map<String, Long> cpuNanosByThreads, long allocatedBytes) {

  /** Copies the map. */
  public ProcessUse {
    cpuNanosByThreads = Map.copyOf(cpuNanosByThreads);
  }

  ProcessUse plus(ProcessUse other) {
    Map<String, Long> cpu = new TreeMap<>(cpuNanosByThreads);
    other.cpuNanosByThreads.forEach((threads, nanos) -> cpu.merge(threads, nanos, Long::sum));
    return new ProcessUse(cpuNanos + other.cpuNanos, cpu, allocatedBytes + other.allocatedBytes);
  }
}
