package dev.holdfast.cli;

import dev.holdfast.cli.report.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code holdfast}. */
@Command(
    name = "holdfast",
    mixinStandardHelpOptions = true,
    versionProvider = Holdfast.Version.class,
    description = {"", "Distributed locks for the command line.", ""},
    footer = {"", "'holdfast COMMAND --help' tells more."})
public final class Holdfast implements Runnable {

  static final String RUN = "run";

  /** What Java gives for bytes that it could not read. */
  private static final char REPLACEMENT = '\uFFFD';

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  /** The program. The command is started by this thread, the main one, which lives to the end. */
  public static void main(String[] arguments) {
    System.exit(execute(List.of(arguments), System.getenv()));
  }

  private static int execute(List<String> arguments, Map<String, String> environment) {
    boolean run = !arguments.isEmpty() && arguments.get(0).equals(RUN);
    CommandWords words =
        CommandWords.split(run ? arguments.subList(1, arguments.size()) : List.of());
    // To look at all commands takes time, which whoever runs a command should not have to pay.
    CommandLine line =
        configured(
            run
                ? new CommandLine(new RunCommand(words, environment))
                : new CommandLine(new Holdfast())
                    .addSubcommand(new RunCommand(words, environment))
                    .addSubcommand(new ListCommand(environment))
                    .addSubcommand(new ShowCommand(environment))
                    .addSubcommand(new ReleaseCommand(environment))
                    .addSubcommand(new DemoCommand())
                    .addSubcommand(new CompletionCommand()));
    try {
      refuseUnreadable(line, arguments);
      if (run) {
        words.requireSeparator(line);
      }
    } catch (ParameterException e) {
      return usageError(e);
    }
    return line.execute((run ? words.ours() : arguments).toArray(String[]::new));
  }

  static CommandLine configured(CommandLine line) {
    return line.registerConverter(Duration.class, new DurationConverter())
        .setExpandAtFiles(false)
        .setParameterExceptionHandler((e, given) -> usageError(e))
        .setExecutionExceptionHandler((e, command, parsed) -> internalError(e));
  }

  private static void refuseUnreadable(CommandLine line, List<String> arguments) {
    for (String argument : arguments) {
      if (argument.indexOf(REPLACEMENT) >= 0) {
        throw new ParameterException(
            line,
            "an argument has bytes that are no text in %s and could not be passed on unchanged: %s"
                .formatted(System.getProperty("sun.jnu.encoding"), argument));
      }
    }
  }

  /** Without a sub-command. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "say what to do. Try:\n  holdfast run NAME -- COMMAND [ARG...]");
  }

  private static int usageError(ParameterException e) {
    System.err.println("holdfast: " + UsageMessages.of(e));
    String command = e.getCommandLine().getCommandName();
    System.err.println(
        "See 'holdfast " + (command.equals("holdfast") ? "" : command + " ") + "--help'.");
    return ExitCode.USAGE.code();
  }

  private static int internalError(Exception e) {
    System.err.println("holdfast: this is a fault of holdfast, please report it: " + e);
    for (StackTraceElement element : e.getStackTrace()) {
      System.err.println("  at " + element);
    }
    return ExitCode.INTERNAL.code();
  }

  /** Reads the version that the build wrote down. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      try (InputStream in = Holdfast.class.getResourceAsStream("version.txt")) {
        String version =
            in == null ? "?" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        return new String[] {
          "holdfast " + version, "Java " + System.getProperty("java.runtime.version")
        };
      }
    }
  }
}
