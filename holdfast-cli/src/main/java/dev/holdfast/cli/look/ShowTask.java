package dev.holdfast.cli.look;

import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockView;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.cli.report.Printable;
import dev.holdfast.cli.report.ViewJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** {@code show}: all that the store knows of a name. */
public final class ShowTask implements Look.Task {

  private final String name;

  /** Sets up. */
  public ShowTask(String name) {
    this.name = name;
  }

  @Override
  public ExitCode run(LockClient client, Look look) {
    List<LockView> views = client.inspect(name);
    if (look.json()) {
      views.forEach(view -> look.print(ViewJson.view(view)));
    } else {
      views.forEach(view -> print(view, look));
    }
    if (views.isEmpty()) {
      look.say("nobody holds '" + Printable.text(name) + "' or waits for it");
      return ExitCode.NOTHING;
    }
    return ExitCode.DONE;
  }

  private void print(LockView view, Look look) {
    Instant now = Instant.now();
    look.print(
        view.kind().name().toLowerCase(Locale.ROOT)
            + " '"
            + Printable.text(name)
            + "'"
            + (view.kind() == LockKind.SEMAPHORE ? " of " + view.capacity() + " permits: " : ": ")
            + state(view));
    view.holders().forEach(holder -> print(view.kind(), holder, now, look));
    for (int i = 0; i < view.queue().size(); i++) {
      LockView.Waiter waiter = view.queue().get(i);
      look.print(
          "  %-9s %s%s%s"
              .formatted(
                  "waiter " + (i + 1),
                  party(waiter.party()),
                  share(view.kind(), waiter.units()),
                  waiter.since().map(since -> ", since " + sinceWhen(since, now)).orElse("")));
    }
  }

  private static String state(LockView view) {
    if (view.kind() == LockKind.LATCH) {
      return view.capacity() + " to be counted down";
    }
    return view.holders().isEmpty() ? "waited for" : "held";
  }

  private void print(LockKind kind, LockView.Holder holder, Instant now, Look look) {
    look.print("  holder    " + party(holder.party()) + share(kind, holder.units()));
    look.print("  since     " + sinceWhen(holder.since(), now));
    look.print("  remaining " + Printable.duration(holder.remaining()) + ", if nobody renews it");
    look.print("  token     " + holder.fencingToken());
  }

  /** What part of it somebody has or wants, where others may have another part. */
  private static String share(LockKind kind, int units) {
    if (kind == LockKind.SEMAPHORE) {
      return ", permits: " + units;
    }
    return units == LockView.ALL_UNITS ? "" : ", shared";
  }

  private static String party(LockView.Party party) {
    return Printable.text(party.toString());
  }

  private static String sinceWhen(Instant since, Instant now) {
    return Printable.time(since, now)
        + " ("
        + Printable.duration(Duration.between(since, now))
        + ")";
  }
}
