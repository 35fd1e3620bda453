package dev.holdfast.cli.look;

import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.cli.report.Printable;
import dev.holdfast.cli.report.ViewJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * {@code ls}: a line for each lock that is held or waited for. For people sorted by name and in
 * columns; for programs as they come.
 */
public final class ListTask implements Look.Task {

  private static final List<String> HEAD =
      List.of("NAME", "KIND", "HOLDER", "PID", "SINCE", "EXPIRES-IN", "TOKEN", "WAITING");
  private static final String NOBODY = "-";

  private final String pattern;
  private final int limit;

  /**
   * Sets up.
   *
   * @param pattern which names
   * @param limit how many lines at most
   */
  public ListTask(String pattern, int limit) {
    this.pattern = pattern;
    this.limit = limit;
  }

  @Override
  public ExitCode run(LockClient client, Look look) {
    Iterator<LockSummary> found = client.list(pattern).iterator();
    int count = look.json() ? printAll(found, look) : printTable(found, look);
    if (count == limit && found.hasNext()) {
      look.say(
          "there are more than these %d; name a narrower PATTERN or a higher --limit"
              .formatted(limit));
    }
    return count == 0 ? ExitCode.NOTHING : ExitCode.DONE;
  }

  private int printAll(Iterator<LockSummary> found, Look look) {
    int count = 0;
    for (; count < limit && found.hasNext(); count++) {
      look.print(ViewJson.summary(found.next()));
    }
    return count;
  }

  private int printTable(Iterator<LockSummary> found, Look look) {
    List<LockSummary> sorted = new ArrayList<>();
    while (sorted.size() < limit && found.hasNext()) {
      sorted.add(found.next());
    }
    sorted.sort(Comparator.comparing(LockSummary::name).thenComparing(LockSummary::kind));
    Instant now = Instant.now();
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    sorted.forEach(lock -> rows.add(row(lock, now)));
    if (!sorted.isEmpty()) {
      print(rows, look);
    }
    return sorted.size();
  }

  private static List<String> row(LockSummary lock, Instant now) {
    String waiting = lock.waiting() + (lock.more() ? "+" : "");
    List<String> row = new ArrayList<>();
    row.add(Printable.text(lock.name()));
    row.add(lock.kind().name().toLowerCase(Locale.ROOT));
    row.addAll(lock.holder().map(holder -> holder(lock, holder, now)).orElse(nobody(lock)));
    row.add(waiting);
    return row;
  }

  private static List<String> nobody(LockSummary lock) {
    String who = lock.kind() == LockKind.LATCH ? lock.capacity() + " to count" : NOBODY;
    return List.of(who, NOBODY, NOBODY, NOBODY, NOBODY);
  }

  private static List<String> holder(LockSummary lock, LockView.Holder holder, Instant now) {
    LockView.Party party = holder.party();
    String name = party.client().isEmpty() ? "unknown" : Printable.text(party.client());
    String host = party.host().isEmpty() ? "" : "@" + Printable.text(party.host());
    String others = lock.holders() > 1 ? " +" + (lock.holders() - 1) : "";
    return List.of(
        name + host + others,
        party.pid() == 0 ? NOBODY : Long.toString(party.pid()),
        Printable.time(holder.since(), now),
        Printable.duration(holder.remaining()),
        Long.toString(holder.fencingToken()));
  }

  private static void print(List<List<String>> rows, Look look) {
    int[] widths = new int[HEAD.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    widths[widths.length - 1] = 0; // Nothing follows the last column.
    rows.forEach(row -> look.print(padded(row, widths)));
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static String padded(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "" : "  ").append(row.get(i));
      line.append(" ".repeat(Math.max(0, widths[i] - width(row.get(i)))));
    }
    return line.toString();
  }
}
