package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.measure.CommandUse;
import dev.holdfast.benchmarks.measure.ProcessUse;
import dev.holdfast.benchmarks.measure.Round;
import dev.holdfast.benchmarks.run.LaneResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where the time of one contestant goes, on the server and in its processes. */
final class Details {

  private Details() {}

  static List<String> lines(LaneResult result) {
    Round total = result.total();
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(result.kind().id() + ", on the server:");
    lines.addAll(commands(result, total).lines());
    lines.add("");
    lines.add(result.kind().id() + ", in its processes:");
    lines.addAll(threads(total).lines());
    return lines;
  }

  /** What scripts call is part of the script's own time, so the times of a column do not add up. */
  private static Table commands(LaneResult result, Round total) {
    double cycles = total.clients().cycles();
    Table table = new Table();
    table.add(List.of("", "sent/cycle", "run/cycle", "us/call", "us/cycle"));
    Map<String, CommandUse> commands = total.server().commands();
    for (String name : new TreeSet<>(commands.keySet())) {
      CommandUse use = commands.getOrDefault(name, new CommandUse(0, 0));
      table.add(
          List.of(
              "  " + name,
              Numbers.text(result.sentPerCycle().getOrDefault(name, 0.0)),
              Numbers.text(use.calls() / cycles),
              Numbers.text((double) use.micros() / use.calls()),
              Numbers.text(use.micros() / cycles)));
    }
    table.add(List.of("  CPU", "", "", "", Numbers.text(total.serverMicrosPerCycle())));
    return table;
  }

  private static Table threads(Round total) {
    double cycles = total.clients().cycles();
    ProcessUse use = total.clients().use();
    Table table = new Table();
    table.add(List.of("", "CPU us/cycle"));
    long known = 0;
    for (String name : new TreeSet<>(use.cpuNanosByThreads().keySet())) {
      long nanos = use.cpuNanosByThreads().getOrDefault(name, 0L);
      known += nanos;
      table.add(List.of("  " + name, Numbers.micros(nanos / cycles)));
    }
    table.add(List.of("  compiler, collector", Numbers.micros((use.cpuNanos() - known) / cycles)));
    table.add(List.of("  all", Numbers.micros(use.cpuNanos() / cycles)));
    table.add(List.of("  allocated bytes/cycle", Numbers.text(use.allocatedBytes() / cycles)));
    return table;
  }
}
