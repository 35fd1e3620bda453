package dev.holdfast.demo.stage;

import java.util.List;

/**
 * What the database has seen: every write adds one to what its writer had read, so that what is
 * missing in the end was lost.
 *
 * @param writes in the order of their commits
 * @param amount of the counter in the end
 */
public record History(List<Write> writes, long amount) {

  /**
   * A write.
   *
   * @param number in the order of all
   * @param worker who wrote
   * @param token under which; 0 for none
   * @param was the amount that the worker had read
   * @param became the amount that it wrote
   */
  public record Write(long number, String worker, long token, long was, long became) {}

  /** Copies. */
  public History {
    writes = List.copyOf(writes);
  }

  /** How many updates were lost. */
  public long lost() {
    return writes.size() - amount;
  }

  /** Whether a write went over one that its writer did not know of. */
  public boolean isDamage(long number) {
    long before = 0;
    for (Write write : writes) {
      if (write.number() == number) {
        return write.was() != before;
      }
      before = write.became();
    }
    return false;
  }

  /** Whether tokens never fell from one write to the next. */
  public boolean tokensRise() {
    long highest = 0;
    for (Write write : writes) {
      if (write.token() < highest) {
        return false;
      }
      highest = write.token();
    }
    return true;
  }
}
