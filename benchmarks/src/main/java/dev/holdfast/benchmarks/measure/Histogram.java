package dev.holdfast.benchmarks.measure;

import java.util.Arrays;

/**
 * Counts durations in buckets whose width grows with the duration, each bucket at most 1.6 % wide.
 *
 * <p>Below 64 ns there is a bucket for each nanosecond. Above, each power of two is cut into 64
 * equal buckets. For one thread at a time.
 */
public final class Histogram {

  private static final int SUB_BITS = 6;
  private static final int SUB_COUNT = 1 << SUB_BITS;
  private static final int BUCKETS = (Long.SIZE - SUB_BITS) * SUB_COUNT;

  private final long[] counts = new long[BUCKETS];
  private long total;
  private long sumNanos;

  /**
   * Counts one duration.
   *
   * @param nanos the duration; a negative one counts as 0
   */
  public void add(long nanos) {
    long value = Math.max(0, nanos);
    counts[bucket(value)]++;
    total++;
    sumNanos += value;
  }

  /**
   * Adds all that another one has counted.
   *
   * @param other unchanged
   */
  public void add(Histogram other) {
    for (int i = 0; i < BUCKETS; i++) {
      counts[i] += other.counts[i];
    }
    total += other.total;
    sumNanos += other.sumNanos;
  }

  /**
   * How many durations were counted.
   *
   * @return the number
   */
  public long count() {
    return total;
  }

  /**
   * The arithmetic mean, which is exact.
   *
   * @return nanoseconds, 0 if nothing was counted
   */
  public double meanNanos() {
    return total == 0 ? 0 : (double) sumNanos / total;
  }

  /**
   * The duration that a share of all do not exceed.
   *
   * @param share between 0 and 1, such as 0.99
   * @return nanoseconds, the middle of the bucket; 0 if nothing was counted
   */
  public double percentileNanos(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts[i];
      if (total > 0 && seen >= rank) {
        return lowest(i) + (width(i) - 1) / 2.0;
      }
    }
    return 0;
  }

  /**
   * A text that {@link #decode} reads.
   *
   * @return without blanks
   */
  public String encode() {
    StringBuilder text = new StringBuilder();
    text.append(sumNanos);
    for (int i = 0; i < BUCKETS; i++) {
      if (counts[i] > 0) {
        text.append(',').append(i).append(':').append(counts[i]);
      }
    }
    return text.toString();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @param text the text
   * @return a new one
   */
  public static Histogram decode(String text) {
    Histogram result = new Histogram();
    String[] parts = text.split(",", -1);
    result.sumNanos = Long.parseLong(parts[0]);
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int colon = part.indexOf(':');
      long count = Long.parseLong(part.substring(colon + 1));
      result.counts[Integer.parseInt(part.substring(0, colon))] = count;
      result.total += count;
    }
    return result;
  }

  private static int bucket(long nanos) {
    if (nanos < SUB_COUNT) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(nanos);
    return (shift + 1) * SUB_COUNT + (int) (nanos >>> shift) - SUB_COUNT;
  }

  /** The lowest duration of a bucket. */
  private static long lowest(int bucket) {
    if (bucket < SUB_COUNT) {
      return bucket;
    }
    int shift = bucket / SUB_COUNT - 1;
    return (long) (bucket % SUB_COUNT + SUB_COUNT) << shift;
  }

  private static long width(int bucket) {
    return bucket < SUB_COUNT ? 1 : 1L << (bucket / SUB_COUNT - 1);
  }
}
