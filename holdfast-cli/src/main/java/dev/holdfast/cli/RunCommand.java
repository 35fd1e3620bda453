package dev.holdfast.cli;

import dev.holdfast.cli.report.DriverLog;
import dev.holdfast.cli.report.JsonNotices;
import dev.holdfast.cli.report.NoticeLoggerFinder;
import dev.holdfast.cli.report.Notices;
import dev.holdfast.cli.report.TextNotices;
import dev.holdfast.cli.report.Verbosity;
import dev.holdfast.cli.run.Run;
import dev.holdfast.cli.run.RunOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast run NAME [options] -- COMMAND [ARG...]}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Holdfast.Version.class,
    sortOptions = false,
    customSynopsis = "holdfast run NAME [OPTION...] -- COMMAND [ARG...]",
    descriptionHeading = "%n",
    description = {
      "Waits for the lock NAME, runs COMMAND while holding it, releases it when COMMAND has ended.",
      "",
    },
    footer = {
      "",
      "Durations: 500ms, 10s, 2m, 1h, or ISO 8601 such as PT1M30S.",
      "",
      "COMMAND gets its arguments as they are, without a shell, our standard streams,",
      "and in its environment HOLDFAST_LOCK, HOLDFAST_TOKEN (the fencing token),",
      "HOLDFAST_LEASE, HOLDFAST_STORE, HOLDFAST_LOCKS (all that enclose it) and, with",
      "--lease, HOLDFAST_EXPIRES_IN (milliseconds). TERM, HUP, USR1, USR2 and WINCH",
      "are passed on to it; a second TERM kills it.",
      "",
      "Environment:",
      "  HOLDFAST_URL        the store, when there is no --url. The place for an address",
      "                      with a password, which lists of processes don't show",
      "  HOLDFAST_STATE_DIR  the folder in which the commands that share the embedded",
      "                      Redis meet. Default: ~/.cache/holdfast/shared-redis-MACHINE",
      "",
      "Exit code: that of COMMAND (128+n when signal n ended it), or",
      "   64  the command line is wrong",
      "   69  the store can't be reached, also within --wait, or refuses",
      "   70  a fault of holdfast",
      "   75  the lock was not granted within --wait (-E changes this)",
      "   79  the lock was lost while COMMAND ran: it was sent TERM, then KILL",
      "  126  COMMAND can't be executed        127  COMMAND was not found",
      "  130  stopped by Ctrl-C while waiting  143  stopped by TERM while waiting",
      "",
      "When holdfast itself is killed, COMMAND dies with it on Linux. Not covered: what",
      "COMMAND has started in turn, programs that switch to another user such as sudo,",
      "and other systems. The lock is free after the TTL at the latest.",
      "",
      "Examples:",
      "  holdfast run backup -- pg_dump -f /backup/db.sql app",
      "  holdfast run nightly --no-wait -E 0 -- ./nightly.sh   (skipped while it runs)",
      "  holdfast run deploy --wait 5m --note 'release 1.7' \\",
      "      --url redis://cache:6379 -- ./deploy.sh",
      "  holdfast run demo -- sh -c 'echo I hold it, token $HOLDFAST_TOKEN'",
    })
final class RunCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli, as the fields below are.
  private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "The lock. Any text of 1 to 1,024 bytes.")
  @SuppressWarnings("NullAway.Init")
  private String name;

  @Option(
      names = {"-w", "--wait"},
      paramLabel = "D",
      description =
          "Wait at most so long for the lock; 0 = don't wait. Also bounds connecting, which may take"
              + " 2s at least. Default: without limit.")
  private @Nullable Duration wait;

  @Option(
      names = {"-n", "--no-wait"},
      description = "The same as --wait 0.")
  private boolean noWait;

  @Option(
      names = "--lease",
      paramLabel = "D",
      description =
          "Hold the lock at most so long: COMMAND is told to end before that, at most --kill-after"
              + " and at most a third of D, and killed in time. Default: renewed until it ends.")
  private @Nullable Duration lease;

  @Option(
      names = "--ttl",
      paramLabel = "D",
      description = "How long others wait for our lock after a crash of ours. Default: 30s.")
  private @Nullable Duration ttl;

  @Option(names = "--fair", description = "Strictly first come, first served.")
  private boolean fair;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "What it is for; others see it while they wait.")
  private @Nullable String note;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "The store, such as redis://host:6379. Default: $HOLDFAST_URL, else an embedded Redis,"
              + " which all your commands on this machine share while any of them runs.")
  private @Nullable String url;

  @Option(
      names = {"-E", "--busy-exit-code"},
      paramLabel = "N",
      converter = ExitCodeConverter.class,
      description = "Exit code when the lock was not granted. Default: 75.")
  private @Nullable Integer busyExitCode;

  @Option(
      names = "--kill-after",
      paramLabel = "D",
      description =
          "When the lock is lost: time between TERM and KILL; never longer than the lock could"
              + " still be ours. Default: 5s.")
  private Duration killAfter = Duration.ofSeconds(5);

  @Option(
      names = "--no-pdeathsig",
      description = "Let COMMAND live on when holdfast itself is killed.")
  private boolean noPdeathsig;

  @Option(
      names = {"-q", "--quiet"},
      description = "Only errors.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Every step.")
  private boolean verbose;

  @Option(names = "--json", description = "Notices on standard error as lines of JSON.")
  private boolean json;

  private final CommandWords words;
  private final Map<String, String> environment;

  RunCommand(CommandWords words, Map<String, String> environment) {
    this.words = words;
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    RunOptions options = options();
    Verbosity verbosity = quiet ? Verbosity.QUIET : verbose ? Verbosity.VERBOSE : Verbosity.NORMAL;
    Notices notices =
        json ? new JsonNotices(System.err, verbosity) : new TextNotices(System.err, verbosity);
    NoticeLoggerFinder.sendTo(notices, verbosity);
    DriverLog.install();
    return new Run(options, notices, environment).execute();
  }

  private RunOptions options() {
    check(!(noWait && wait != null), "--no-wait and --wait exclude each other");
    check(!(quiet && verbose), "--quiet and --verbose exclude each other");
    checkLimits();
    return new RunOptions(
        name,
        words.command(),
        noWait ? Optional.of(Duration.ZERO) : Optional.ofNullable(wait),
        Optional.ofNullable(lease),
        Optional.ofNullable(ttl),
        fair,
        Optional.ofNullable(note),
        store(),
        busyExitCode == null ? OptionalInt.empty() : OptionalInt.of(busyExitCode),
        killAfter,
        !noPdeathsig);
  }

  /** The library checks these too, but after it has connected. */
  private void checkLimits() {
    check(
        Limits.allowsName(name),
        "NAME must have 1 to 1024 bytes, this one has " + Limits.bytes(name));
    check(
        ttl == null || Limits.allowsTtl(ttl),
        "--ttl must be from 500ms to 1h, not " + word("--ttl"));
    check(
        lease == null || Limits.allowsLease(lease),
        "--lease must be at least 1ms, not " + word("--lease"));
    check(
        note == null || Limits.allowsNote(note),
        "--note must have at most 256 characters, this one has "
            + (note == null ? 0 : note.length()));
  }

  /** The value of an option as it was written. */
  private String word(String option) {
    @Nullable OptionSpec given = spec.commandLine().getParseResult().matchedOption(option);
    return given == null ? "" : String.join(" ", given.originalStringValues());
  }

  private Optional<String> store() {
    return Optional.ofNullable(url)
        .or(() -> Optional.ofNullable(environment.get("HOLDFAST_URL")))
        .filter(text -> !text.isEmpty());
  }

  private void check(boolean right, String message) {
    if (!right) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
