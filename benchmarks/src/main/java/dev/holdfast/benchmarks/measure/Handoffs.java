package dev.holdfast.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * How long the lock was on its way from one process to another.
 *
 * <p>The holds of all threads are put into one order; wherever the next hold belongs to another
 * process, the lock has travelled. Should two holds overlap, the lock did not do its work, and that
 * is counted too.
 */
public final class Handoffs {

  private final Histogram fromBegin = new Histogram();
  private final Histogram fromEnd = new Histogram();
  private long overlaps;

  /**
   * Adds the holds of one slice.
   *
   * @param processes per process, per thread
   */
  public void add(List<List<Holds>> processes) {
    List<Cursor> cursors = new ArrayList<>();
    for (int process = 0; process < processes.size(); process++) {
      for (Holds holds : processes.get(process)) {
        if (holds.size() > 0) {
          cursors.add(new Cursor(process, holds));
        }
      }
    }
    Cursor before = null;
    int beforeIndex = 0;
    while (!cursors.isEmpty()) {
      Cursor next = earliest(cursors);
      if (before != null) {
        count(before, beforeIndex, next);
      }
      before = next;
      beforeIndex = next.index++;
      if (next.index == next.holds.size()) {
        cursors.remove(next);
      }
    }
  }

  /**
   * Adds all that another one has found.
   *
   * @param other unchanged
   */
  public void add(Handoffs other) {
    fromBegin.add(other.fromBegin);
    fromEnd.add(other.fromEnd);
    overlaps += other.overlaps;
  }

  private void count(Cursor before, int beforeIndex, Cursor next) {
    long begin = before.holds.releaseBegin(beforeIndex);
    long entry = next.entry();
    if (entry - begin < 0) {
      overlaps++;
    }
    if (before.process != next.process) {
      fromBegin.add(entry - begin);
      fromEnd.add(entry - before.holds.releaseEnd(beforeIndex));
    }
  }

  private static Cursor earliest(List<Cursor> cursors) {
    Cursor earliest = cursors.get(0);
    for (Cursor cursor : cursors) {
      if (cursor.entry() - earliest.entry() < 0) {
        earliest = cursor;
      }
    }
    return earliest;
  }

  /**
   * Times from the beginning of a release in one process to the entry in another.
   *
   * @return the durations
   */
  public Histogram fromReleaseBegin() {
    return fromBegin;
  }

  /**
   * Times from the end of a release in one process to the entry in another. A lock that is handed
   * on may have been entered before the one who releases knows of it; that counts as 0.
   *
   * @return the durations
   */
  public Histogram fromReleaseEnd() {
    return fromEnd;
  }

  /**
   * How often somebody entered before the holder before had begun to release.
   *
   * @return 0 for a lock that excludes
   */
  public long overlaps() {
    return overlaps;
  }

  /** The next hold of one thread. */
  private static final class Cursor {

    private final int process;
    private final Holds holds;
    private int index;

    Cursor(int process, Holds holds) {
      this.process = process;
      this.holds = holds;
    }

    long entry() {
      return holds.entry(index);
    }
  }
}
