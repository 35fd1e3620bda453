package dev.holdfast.benchmarks.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one process did in one slice.
 *
 * @param cycles acquisitions that were released again
 * @param elapsedNanos from the agreed start to the end of the last cycle
 * @param acquire durations of the acquiring call
 * @param release durations of the releasing call
 * @param cycle durations of both together with what lies between
 * @param use what the process used meanwhile
 */
public record SliceResult(
    long cycles,
    long elapsedNanos,
    Histogram acquire,
    Histogram release,
    Histogram cycle,
    ProcessUse use) {

  private static final String CPU_PREFIX = "cpu.";

  /**
   * The sum of what two processes did in the same slice, or one process in two slices.
   *
   * @param other the other one
   * @param sameSlice whether they ran at the same time, so that times do not add up
   * @return a new one
   */
  public SliceResult plus(SliceResult other, boolean sameSlice) {
    long elapsed =
        sameSlice ? Math.max(elapsedNanos, other.elapsedNanos) : elapsedNanos + other.elapsedNanos;
    return new SliceResult(
        cycles + other.cycles,
        elapsed,
        sum(acquire, other.acquire),
        sum(release, other.release),
        sum(cycle, other.cycle),
        use.plus(other.use));
  }

  /**
   * Throughput.
   *
   * @return cycles per second
   */
  public double cyclesPerSecond() {
    return cycles * 1e9 / elapsedNanos;
  }

  /**
   * One line that {@link #decode} reads.
   *
   * @return fields with blanks between
   */
  public String encode() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("cycles", Long.toString(cycles));
    fields.put("elapsed", Long.toString(elapsedNanos));
    fields.put("acquire", acquire.encode());
    fields.put("release", release.encode());
    fields.put("cycle", cycle.encode());
    fields.put("process", Long.toString(use.cpuNanos()));
    fields.put("allocated", Long.toString(use.allocatedBytes()));
    use.cpuNanosByThreads()
        .forEach((threads, nanos) -> fields.put(CPU_PREFIX + threads, Long.toString(nanos)));
    StringBuilder line = new StringBuilder();
    fields.forEach((key, value) -> line.append(' ').append(key).append('=').append(value));
    return line.substring(1);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @param line the text
   * @return a new one
   */
  public static SliceResult decode(String line) {
    Map<String, String> fields = new LinkedHashMap<>();
    Map<String, Long> cpu = new TreeMap<>();
    for (String field : line.split(" ", -1)) {
      int equals = field.indexOf('=');
      String key = field.substring(0, equals);
      String value = field.substring(equals + 1);
      if (key.startsWith(CPU_PREFIX)) {
        cpu.put(key.substring(CPU_PREFIX.length()), Long.valueOf(value));
      } else {
        fields.put(key, value);
      }
    }
    return new SliceResult(
        number(fields, "cycles"),
        number(fields, "elapsed"),
        Histogram.decode(text(fields, "acquire")),
        Histogram.decode(text(fields, "release")),
        Histogram.decode(text(fields, "cycle")),
        new ProcessUse(number(fields, "process"), cpu, number(fields, "allocated")));
  }

  private static long number(Map<String, String> fields, String key) {
    return Long.parseLong(text(fields, key));
  }

  private static String text(Map<String, String> fields, String key) {
    String value = fields.get(key);
    if (value == null) {
      throw new IllegalArgumentException("No field '" + key + "' in the answer of a process");
    }
    return value;
  }

  private static Histogram sum(Histogram one, Histogram other) {
    Histogram sum = new Histogram();
    sum.add(one);
    sum.add(other);
    return sum;
  }
}
