package dev.holdfast.cli;

import dev.holdfast.cli.look.ReleaseTask;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast release NAME --token N | --any-holder}. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    versionProvider = Holdfast.Version.class,
    sortOptions = false,
    customSynopsis = "holdfast release NAME (--token N | --any-holder) [OPTION...]",
    descriptionHeading = "%n",
    description = {
      "Takes the lock NAME away from its holder, who is told that it is lost.",
      "",
    },
    footer = {
      "",
      "The holder's process gives the lock up, and only then it passes on; a command under",
      "'holdfast run' is sent TERM then, and KILL after its --kill-after, before that. A",
      "process that does not answer keeps the lock until its session ends: better end it",
      "than use --force.",
      "",
      "Exit code:",
      "    0  it was taken away, and has passed on",
      "    1  it is not held with that token, or by nobody",
      "   64  the command line is wrong",
      "   69  the store can't be reached, or refuses",
      "   70  a fault of holdfast",
      "   75  the holder has been told, and has not given it up within --wait",
      "",
      "Examples:",
      "  holdfast show backup",
      "  holdfast release backup --token 1849201939281920000",
      "  holdfast release backup --any-holder --wait 1m",
    })
final class ReleaseCommand implements Callable<Integer> {

  private static final Duration WAIT = Duration.ofSeconds(10);

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli, as the fields below are.
  private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "The lock.")
  @SuppressWarnings("NullAway.Init")
  private String name;

  @Option(
      names = "--token",
      paramLabel = "N",
      description =
          "The lease with this fencing token, and no other: who has come since is left alone.")
  private @Nullable Long token;

  @Option(names = "--any-holder", description = "Whoever holds it now.")
  private boolean anyHolder;

  @Option(
      names = "--force",
      description =
          "Don't wait for the holder: the lock passes on at once, though the holder may still"
              + " believe to have it until it hears of it.")
  private boolean force;

  @Option(
      names = {"-w", "--wait"},
      paramLabel = "D",
      description = "Wait so long for the holder to give it up; 0 = only tell it. Default: 10s.")
  private @Nullable Duration wait;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private StoreOptions store;

  private final Map<String, String> environment;

  ReleaseCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    check(token == null || !anyHolder, "--token and --any-holder exclude each other");
    check(
        token != null || anyHolder,
        "say whose lease it is: --token N, as 'holdfast show' tells it, or --any-holder");
    check(token == null || token > 0, "a token is positive, not " + token);
    OptionalLong lease = token == null ? OptionalLong.empty() : OptionalLong.of(token);
    return store.run(environment, new ReleaseTask(name, lease, force, wait == null ? WAIT : wait));
  }

  private void check(boolean right, String message) {
    if (!right) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
