package dev.holdfast.cli.look;

import dev.holdfast.LockClient;
import dev.holdfast.LockView;
import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.cli.report.Printable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** {@code release}: takes leases away from their holders. */
public final class ReleaseTask implements Look.Task {

  private final String name;
  private final OptionalLong token;
  private final boolean force;
  private final Duration wait;

  /**
   * Sets up.
   *
   * @param token the lease; empty for that of every present holder
   * @param force whether the holder's client is not waited for
   * @param wait how long it is waited for otherwise
   */
  public ReleaseTask(String name, OptionalLong token, boolean force, Duration wait) {
    this.name = name;
    this.token = token;
    this.force = force;
    this.wait = wait;
  }

  @Override
  public ExitCode run(LockClient client, Look look) throws InterruptedException {
    List<Long> tokens =
        token.isPresent() ? List.of(token.getAsLong()) : tokensOf(client.inspect(name));
    if (tokens.isEmpty()) {
      look.say("nobody holds '" + Printable.text(name) + "'");
      return ExitCode.NOTHING;
    }
    ExitCode worst = ExitCode.DONE;
    for (long lease : tokens) {
      RevokeOutcome outcome = client.revoke(name, lease, mode(), wait);
      tell(lease, outcome, client, look);
      ExitCode code = code(outcome);
      worst = code.code() > worst.code() ? code : worst;
    }
    return worst;
  }

  private static List<Long> tokensOf(List<LockView> views) {
    return views.stream()
        .flatMap(view -> view.holders().stream())
        .map(LockView.Holder::fencingToken)
        .toList();
  }

  private RevokeMode mode() {
    if (force) {
      return RevokeMode.FORCE;
    }
    return token.isPresent() ? RevokeMode.LEASE : RevokeMode.HOLDER;
  }

  private static ExitCode code(RevokeOutcome outcome) {
    return switch (outcome) {
      case RELEASED -> ExitCode.DONE;
      case NOT_HELD, HANDED_ON -> ExitCode.NOTHING;
      case PENDING -> ExitCode.BUSY;
    };
  }

  private static String seconds(Duration wait) {
    return wait.toMillis() < 1_000 ? wait.toMillis() + "ms" : Printable.duration(wait);
  }

  private void tell(long lease, RevokeOutcome outcome, LockClient client, Look look) {
    String lock = "'" + Printable.text(name) + "'";
    String show = "holdfast show " + Printable.word(name);
    switch (outcome) {
      case RELEASED -> {
        if (!look.json()) {
          look.print("released " + lock + ", token " + lease);
        }
      }
      case NOT_HELD -> look.say(lock + " is not held with the token " + lease + ". See: " + show);
      case HANDED_ON ->
          look.say(
              "the lease of %s with the token %d has ended: its process has handed the lock on to"
                      .formatted(lock, lease)
                  + " another of its threads. To take it from that one too: --any-holder");
      case PENDING ->
          look.say(
              "the holder of "
                  + lock
                  + " has been told"
                  + (wait.isZero() ? "" : ", and has not given it up within " + seconds(wait))
                  + ". It is told again as long as it lives. See: "
                  + show);
    }
    if (outcome == RevokeOutcome.RELEASED && force) {
      look.say("by force: its holder may believe to have it until its next renewal");
    }
    if (look.json()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("token", Long.toString(lease));
      fields.put("outcome", outcome.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      fields.put("force", force);
      fields.put("store", client.store());
      look.print(fields);
    }
  }
}
