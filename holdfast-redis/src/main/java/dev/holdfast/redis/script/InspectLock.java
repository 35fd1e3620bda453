package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Calls {@code inspect-lock-6.lua}. */
public final class InspectLock {

  private static final Script SCRIPT = Script.INSPECT_LOCK;
  private static final int FIELDS = 4;

  private InspectLock() {}

  /**
   * A part of what the script tells about a lock.
   *
   * @param more whether others are left behind these
   * @param capacity the units that there are
   * @param rows the live holder of all units, if asked from the beginning, then live sharers, then
   *     live waiters in order
   */
  public record Page(boolean more, int capacity, List<Row> rows) {}

  /**
   * A holder or waiter.
   *
   * @param remaining how long it lives if nobody renews it
   * @param text its text in the record, or among the waiters
   * @param request the request's id; empty for the holder of all units
   * @param description what is known of its client; may be empty
   */
  public record Row(Duration remaining, String text, String request, String description) {}

  /**
   * Looks at a lock.
   *
   * @param skipped how many to leave out of those that share and, behind them, wait
   */
  public static CompletionStage<Page> call(ScriptRunner runner, LockKeys keys, int skipped) {
    return runner
        .list(SCRIPT, keys.forInspection(), Integer.toString(skipped))
        .thenApply(InspectLock::parse);
  }

  static Page parse(List<String> list) {
    if (list.size() % FIELDS != 2) {
      throw Words.unknown(SCRIPT, list.toString());
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 2; i < list.size(); i += FIELDS) {
      rows.add(
          new Row(
              Duration.ofMillis(Words.number(SCRIPT, list.get(i), list.get(i))),
              list.get(i + 1),
              list.get(i + 2),
              list.get(i + 3)));
    }
    return new Page(
        switch (list.get(0)) {
          case "more" -> true;
          case "end" -> false;
          default -> throw Words.unknown(SCRIPT, list.toString());
        },
        Words.units(SCRIPT, list.toString(), list.get(1)),
        rows);
  }
}
