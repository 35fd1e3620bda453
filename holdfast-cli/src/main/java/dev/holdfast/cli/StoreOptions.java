package dev.holdfast.cli;

import dev.holdfast.cli.look.Look;
import dev.holdfast.cli.report.DriverLog;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the commands that look at a store. */
final class StoreOptions {

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "The store, such as redis://host:6379. Default: $HOLDFAST_URL, else the embedded Redis of"
              + " your commands on this machine, if one runs.")
  private @Nullable String url;

  @Option(names = "--json", description = "An object on a line for each; tokens are texts.")
  private boolean json;

  int run(Map<String, String> environment, Look.Task task) throws InterruptedException {
    DriverLog.install();
    Optional<String> store =
        Optional.ofNullable(url)
            .or(() -> Optional.ofNullable(environment.get("HOLDFAST_URL")))
            .filter(text -> !text.isEmpty());
    return new Look(json, System.out, System.err).run(store, task);
  }

  boolean json() {
    return json;
  }
}
