package dev.holdfast.cli;

import dev.holdfast.cli.demo.DemoName;
import dev.holdfast.cli.demo.DemoRefusedException;
import dev.holdfast.cli.demo.DemoRequest;
import dev.holdfast.cli.demo.Demos;
import dev.holdfast.cli.report.DriverLog;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast demo NAME}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = Holdfast.Version.class,
    sortOptions = false,
    customSynopsis = "holdfast demo NAME [OPTION...]",
    descriptionHeading = "%n",
    description = {
      "Shows with real processes and real servers what can go wrong with a lock: first with the",
      "few lines that one finds everywhere (SET NX PX, DEL), then with Holdfast.",
      "",
    },
    footer = {
      "",
      "NAME:",
      "  crash     a worker is killed while it holds the lock",
      "  overrun   the work takes three times the TTL",
      "  failover  the primary dies before its replica has heard of the lock",
      "  pause     the holder is stopped in the middle of its write, past the end of its lease",
      "  queue     20 waiters in 4 processes: what they cost the store, and how long it takes",
      "  all       all of them",
      "",
      "Each tells what happens as it happens, draws it in the end, writes the picture into a",
      "file, and ends by itself in less than a minute. $HOLDFAST_URL is not used: a demo",
      "should not happen to run on a store that matters.",
      "",
      "Exit code:",
      "    0  Holdfast's half kept its promise: no update was lost, and all arrived",
      "   64  the command line is wrong",
      "   69  the store can't be reached, or refuses",
      "   70  a fault of holdfast, or the demo did not come to its end",
      "   80  Holdfast's half broke its promise",
      "",
      "Examples:",
      "  holdfast demo pause",
      "  holdfast demo pause --no-guard   (a lock alone can't save the update: exit code 80)",
      "  holdfast demo all --out pictures",
    })
final class DemoCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli, as the fields below are.
  private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "${COMPLETION-CANDIDATES}")
  @SuppressWarnings("NullAway.Init")
  private DemoName name;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "A Redis of yours, redis://host:6379. Default: servers of the demo's own. Not for"
              + " failover, which has to kill servers.")
  private @Nullable String url;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where to write the pictures. Default: a new folder for temporary files.")
  private @Nullable Path out;

  @Option(
      names = "--no-guard",
      description =
          "Holdfast's half writes without showing its tokens: to see what a lock alone can't do.")
  private boolean noGuard;

  @Override
  public Integer call() throws InterruptedException {
    Demos demos =
        ServiceLoader.load(Demos.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "the demos are not part of this installation; they come with ./holdfast in"
                            + " a clone of the repository"));
    DriverLog.install();
    try {
      return demos.run(
          new DemoRequest(name, Optional.ofNullable(url), Optional.ofNullable(out), !noGuard));
    } catch (DemoRefusedException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
