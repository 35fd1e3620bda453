package dev.holdfast.cli.report;

import dev.holdfast.LockView;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Notices for programs: every event is one line of JSON, whatever the verbosity, but log lines.
 * Fencing tokens are texts, because JSON numbers lose digits above 2^53.
 */
public final class JsonNotices implements Notices {

  private final PrintStream out;
  private final Verbosity verbosity;

  public JsonNotices(PrintStream out, Verbosity verbosity) {
    this.out = out;
    this.verbosity = verbosity;
  }

  private void say(String event, Map<String, ?> fields) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    line.put("time", Instant.now().toString());
    line.putAll(fields);
    out.print(JsonLine.of(line) + "\n");
    out.flush();
  }

  private static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  @Override
  public void embeddedServer(String address, boolean startedHere) {
    say("embedded-server", fields("store", address, "startedHere", startedHere));
  }

  @Override
  public void waiting(String lock, Duration waited, Optional<LockView> view, OptionalInt place) {
    Map<String, Object> fields = fields("lock", lock, "waitedMillis", waited.toMillis());
    view.ifPresent(
        seen -> {
          fields.put("holders", seen.holders().stream().map(ViewJson::holder).toList());
          fields.put("queueLength", seen.queue().size());
        });
    place.ifPresent(number -> fields.put("place", number));
    say("waiting", fields);
  }

  @Override
  public void acquired(String lock, long fencingToken, String store, Duration waited) {
    say(
        "acquired",
        fields(
            "lock",
            lock,
            "token",
            Long.toString(fencingToken),
            "store",
            store,
            "waitedMillis",
            waited.toMillis()));
  }

  @Override
  public void losing(String lock, String reason, Duration killIn) {
    say("lost", fields("lock", lock, "reason", reason, "killInMillis", killIn.toMillis()));
  }

  @Override
  public void commandEnded(String lock, int exitCode) {
    say("command-ended", fields("lock", lock, "exitCode", exitCode));
  }

  @Override
  public void released(String lock) {
    say("released", fields("lock", lock));
  }

  @Override
  public void releaseUnknown(String lock, String message) {
    say("release-unknown", fields("lock", lock, "message", message));
  }

  @Override
  public void failed(String lock, int exitCode, String message) {
    say("failed", fields("lock", lock, "exitCode", exitCode, "message", message));
  }

  @Override
  public void log(System.Logger.Level level, String message) {
    List<System.Logger.Level> always =
        List.of(System.Logger.Level.ERROR, System.Logger.Level.WARNING);
    if (always.contains(level) || verbosity == Verbosity.VERBOSE) {
      say("log", fields("level", level.getName(), "message", message));
    }
  }
}
