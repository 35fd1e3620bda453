package dev.holdfast.cli.report;

import dev.holdfast.LockView;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Notices for people. */
public final class TextNotices implements Notices {

  private static final Duration LONG_WAIT = Duration.ofSeconds(2);

  private final PrintStream out;
  private final Verbosity verbosity;

  public TextNotices(PrintStream out, Verbosity verbosity) {
    this.out = out;
    this.verbosity = verbosity;
  }

  private void say(Verbosity least, String message) {
    if (verbosity.compareTo(least) >= 0) {
      // One call, so that lines of two processes on one terminal do not mix.
      out.print("holdfast: " + Printable.lines(message) + "\n");
      out.flush();
    }
  }

  @Override
  public void embeddedServer(String address, boolean startedHere) {
    say(
        Verbosity.NORMAL,
        "no --url, so this uses %s embedded Redis at %s, shared by your commands on this machine"
            .formatted(startedHere ? "a new" : "the running", address));
  }

  @Override
  public void waiting(String lock, Duration waited, Optional<LockView> view, OptionalInt place) {
    StringBuilder text =
        new StringBuilder("waiting for '" + Printable.text(lock) + "' for " + seconds(waited));
    view.ifPresentOrElse(
        seen -> describe(text, seen, place), () -> text.append("; the store does not answer"));
    say(Verbosity.NORMAL, text.toString());
  }

  private static void describe(StringBuilder text, LockView view, OptionalInt place) {
    if (!view.holders().isEmpty()) {
      LockView.Holder holder = view.holders().get(0);
      Instant since = holder.since();
      text.append("; held by ")
          .append(Printable.text(holder.party().toString()))
          .append(" since ")
          .append(DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).format(local(since)))
          .append(" (for ")
          .append(seconds(Duration.between(since, Instant.now())))
          .append(')');
    }
    place.ifPresent(
        number ->
            text.append("; place ")
                .append(number)
                .append(" of ")
                .append(view.queue().size())
                .append(" in the queue"));
  }

  private static ZonedDateTime local(Instant time) {
    return time.atZone(ZoneId.systemDefault());
  }

  @Override
  public void acquired(String lock, long fencingToken, String store, Duration waited) {
    boolean waitWasTold = waited.compareTo(LONG_WAIT) >= 0;
    say(
        waitWasTold ? Verbosity.NORMAL : Verbosity.VERBOSE,
        "holding '%s' after %s, token %d, store %s"
            .formatted(lock, seconds(waited), fencingToken, store));
  }

  @Override
  public void losing(String lock, String reason, Duration killIn) {
    say(
        Verbosity.QUIET,
        "the lock '%s' is lost (%s): the command was sent TERM, and KILL follows in %d ms"
            .formatted(lock, reason, killIn.toMillis()));
  }

  @Override
  public void commandEnded(String lock, int exitCode) {
    say(Verbosity.VERBOSE, "the command ended with exit code " + exitCode);
  }

  @Override
  public void released(String lock) {
    say(Verbosity.VERBOSE, "released '" + lock + "'");
  }

  @Override
  public void releaseUnknown(String lock, String message) {
    say(Verbosity.NORMAL, message);
  }

  @Override
  public void failed(String lock, int exitCode, String message) {
    boolean expected = exitCode == ExitCode.BUSY.code();
    say(expected ? Verbosity.NORMAL : Verbosity.QUIET, message);
  }

  @Override
  public void log(System.Logger.Level level, String message) {
    Verbosity least =
        switch (level) {
          case ERROR -> Verbosity.QUIET;
          case WARNING -> Verbosity.NORMAL;
          default -> Verbosity.VERBOSE;
        };
    say(least, level.getName().toLowerCase(Locale.ROOT) + ": " + message);
  }

  private static String seconds(Duration duration) {
    return Math.max(0, duration.toSeconds()) + " s";
  }
}
