package dev.holdfast.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast completion bash|zsh}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Holdfast.Version.class,
    descriptionHeading = "%n",
    description = {"Prints a completion script for a shell.", ""},
    footer = {"", "In bash or zsh:  source <(holdfast completion bash)"})
final class CompletionCommand implements Callable<Integer> {

  enum Shell {
    bash,
    zsh
  }

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  // One script serves both: in zsh it switches on that shell's support of bash's completion.
  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  @SuppressWarnings("UnusedVariable")
  private @Nullable Shell shell;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(AutoComplete.bash("holdfast", spec.root().commandLine()));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
