package dev.holdfast;

import dev.holdfast.LockView.Holder;
import java.util.Comparator;
import java.util.Optional;

/**
 * One line of a list of locks: what is held or waited for, as the store saw it at one moment.
 *
 * @param name the name as the application gave it
 * @param kind what it is
 * @param capacity how many units it has, as {@link LockView#capacity} tells it
 * @param holder who has held it for longest; empty when it is only waited for
 * @param holders how many hold it
 * @param waiting how many wait; together with the holders counted up to {@link #COUNTED_MAX}
 */
public record LockSummary(
    String name, LockKind kind, long capacity, Optional<Holder> holder, int holders, int waiting) {

  /** The highest number of holders and waiters that are counted. */
  public static final int COUNTED_MAX = 500;

  /**
   * Shortens a view.
   *
   * @param view who holds it and who waits
   * @return the line for a list
   */
  public static LockSummary of(LockView view) {
    int holders = Math.min(COUNTED_MAX, view.holders().size());
    return new LockSummary(
        view.name(),
        view.kind(),
        view.capacity(),
        view.holders().stream().min(Comparator.comparing(Holder::since)),
        holders,
        Math.min(COUNTED_MAX - holders, view.queue().size()));
  }

  /**
   * Whether more may hold it or wait than were counted.
   *
   * @return true if the numbers are lower bounds
   */
  public boolean more() {
    return holders + waiting >= COUNTED_MAX;
  }
}
