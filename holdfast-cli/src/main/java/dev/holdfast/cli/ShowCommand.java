package dev.holdfast.cli;

import dev.holdfast.cli.look.ShowTask;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code holdfast show NAME}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = Holdfast.Version.class,
    sortOptions = false,
    customSynopsis = "holdfast show NAME [OPTION...]",
    descriptionHeading = "%n",
    description = {"Shows who holds the lock NAME and who waits for it, in order.", ""},
    footer = {
      "",
      "Exit code:",
      "    0  it is held or waited for       69  the store can't be reached, or refuses",
      "    1  it is neither                  70  a fault of holdfast",
      "   64  the command line is wrong",
      "",
      "Examples:",
      "  holdfast show backup",
      "  holdfast show order:42 --json | jq -r '.holders[].token'",
    })
final class ShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The lock.")
  @SuppressWarnings("NullAway.Init") // Set by picocli, as the field below is.
  private String name;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private StoreOptions store;

  private final Map<String, String> environment;

  ShowCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    return store.run(environment, new ShowTask(name));
  }
}
