package dev.holdfast.cli;

import dev.holdfast.cli.look.ListTask;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast ls [PATTERN]}. */
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = Holdfast.Version.class,
    sortOptions = false,
    customSynopsis = "holdfast ls [PATTERN] [OPTION...]",
    descriptionHeading = "%n",
    description = {"Lists the locks that are held or waited for.", ""},
    footer = {
      "",
      "Exit code:",
      "    0  there are some                 69  the store can't be reached, or refuses",
      "    1  there is none                  70  a fault of holdfast",
      "   64  the command line is wrong",
      "",
      "Examples:",
      "  holdfast ls",
      "  holdfast ls 'order:*' --url redis://cache:6379",
      "  holdfast ls --json | jq -r 'select(.waiting > 9) | .name'",
    })
final class ListCommand implements Callable<Integer> {

  private static final int LIMIT = 1_000;

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli, as the fields below are.
  private CommandSpec spec;

  @Parameters(
      paramLabel = "PATTERN",
      arity = "0..1",
      defaultValue = "*",
      description =
          "Which names: * is any text, ? any one character, and what follows a \\ is itself."
              + " Default: all.")
  @SuppressWarnings("NullAway.Init")
  private String pattern;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "List at most so many. Default: 1000; with --json all.")
  private @Nullable Integer limit;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private StoreOptions store;

  private final Map<String, String> environment;

  ListCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (limit != null && limit < 1) {
      throw new ParameterException(spec.commandLine(), "--limit must be at least 1, not " + limit);
    }
    int all = store.json() ? Integer.MAX_VALUE : LIMIT;
    return store.run(environment, new ListTask(pattern, limit == null ? all : limit));
  }
}
