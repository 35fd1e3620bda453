package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Calls {@code inspect-lock-5.lua}. */
public final class InspectLock {

  private static final Script SCRIPT = Script.INSPECT_LOCK;
  private static final int FIELDS = 4;

  private InspectLock() {}

  /**
   * A part of what the script tells about a lock.
   *
   * @param more whether waiters are left behind these
   * @param rows the live holder, if asked from the head of the queue, then live waiters in order
   */
  public record Page(boolean more, List<Row> rows) {}

  /**
   * A holder or waiter.
   *
   * @param remaining how long it lives if nobody renews it
   * @param text its text in the record, or among the waiters
   * @param request the request's id; empty for the holder
   * @param description what is known of its client; may be empty
   */
  public record Row(Duration remaining, String text, String request, String description) {}

  /**
   * Looks at a lock.
   *
   * @param skipped how many waiters to leave out at the head of the queue
   */
  public static CompletionStage<Page> call(ScriptRunner runner, LockKeys keys, int skipped) {
    return runner
        .list(SCRIPT, keys.forInspection(), Integer.toString(skipped))
        .thenApply(InspectLock::parse);
  }

  static Page parse(List<String> list) {
    if (list.size() % FIELDS != 1) {
      throw Words.unknown(SCRIPT, list.toString());
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 1; i < list.size(); i += FIELDS) {
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
        rows);
  }
}
