package dev.holdfast.testing.history;

import dev.holdfast.testing.history.HistoryEvent.Kind;
import dev.holdfast.testing.history.HistoryEvent.Outcome;
import dev.holdfast.testing.history.Violation.Rule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the logs of all processes of a run. It knows nothing of the library or a store, only what
 * the processes have seen, and reports nothing that a correct lock can bring about: see {@link
 * ObservedLease} for what counts as a valid lease and {@link Violation.Rule} for the rules.
 */
public final class HistoryChecker {

  private final Set<String> killed;
  private final List<Violation> violations = new ArrayList<>();
  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private final Map<String, List<ObservedLease>> leases = new HashMap<>();
  private long requests;

  private HistoryChecker(Set<String> killed) {
    this.killed = killed;
  }

  /**
   * Checks a run.
   *
   * @param folder the folder with the logs of all processes
   * @param killed names of the processes that the run has killed; they may stop anywhere
   * @return what was found
   */
  public static HistoryReport check(Path folder, Set<String> killed) {
    HistoryChecker checker = new HistoryChecker(killed);
    logs(folder).forEach(checker::read);
    checker.leases.forEach(
        (lock, ofLock) -> new LeaseRules(lock, ofLock, checker.violations::add).check());
    long confirmed =
        checker.leases.values().stream()
            .flatMap(List::stream)
            .filter(ObservedLease::confirmed)
            .count();
    return new HistoryReport(checker.violations, checker.requests, checker.outcomes, confirmed);
  }

  private static List<Path> logs(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(HistoryLog.SUFFIX))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(Path log) {
    String name = log.getFileName().toString();
    String client = name.substring(0, name.length() - HistoryLog.SUFFIX.length());
    Map<Long, RequestTrace> traces = new HashMap<>();
    @Nullable HistoryEvent last = null;
    try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
      @Nullable String line = reader.readLine();
      for (int number = 1; line != null; number++) {
        String source = client + ":" + number;
        Optional<HistoryEvent> event = HistoryLine.parse(source, line);
        @Nullable String next = reader.readLine();
        if (event.isPresent()) {
          last = event.get();
          trace(last, traces);
        } else if (next != null) {
          report(Rule.READABLE, source + ": no event: " + line);
        }
        line = next;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    endOfLog(client, last, traces);
  }

  private void trace(HistoryEvent event, Map<Long, RequestTrace> traces) {
    if (event.kind() == Kind.END) {
      return;
    }
    @Nullable RequestTrace trace = traces.get(event.request());
    if (trace == null) {
      traces.put(event.request(), new RequestTrace(event, violations::add));
    } else {
      trace.add(event);
    }
  }

  private void endOfLog(
      String client, @Nullable HistoryEvent last, Map<Long, RequestTrace> traces) {
    boolean wasKilled = killed.contains(client);
    if (!wasKilled && (last == null || last.kind() != Kind.END)) {
      report(
          Rule.LOG_COMPLETE, client + ": the log has no end, and the run did not kill the process");
    }
    requests += traces.size();
    for (RequestTrace trace : traces.values()) {
      trace.end(wasKilled);
      trace.outcome().ifPresent(outcome -> outcomes.merge(outcome, 1L, Long::sum));
      trace
          .lease()
          .ifPresent(
              lease -> leases.computeIfAbsent(lease.lock(), name -> new ArrayList<>()).add(lease));
    }
  }

  private void report(Rule rule, String message) {
    violations.add(new Violation(rule, message));
  }
}
