package dev.holdfast.cli.run;

import dev.holdfast.cli.report.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out whether a command can be started, before the lock is taken for it: nobody should wait
 * for hours to learn of a typing error.
 */
final class CommandCheck {

  private static final String DEFAULT_PATH = "/usr/bin:/bin";
  private static final int SHEBANG_MAX = 256;

  /** What the system said, behind what Java tells of it, which names the program again. */
  private static final Pattern SYSTEM_ERROR = Pattern.compile("error=\\d+, (.+)");

  /** Why a command can't be started. */
  record Problem(ExitCode code, String message) {}

  private final String searchPath;

  CommandCheck(Map<String, String> environment) {
    this.searchPath = environment.getOrDefault("PATH", DEFAULT_PATH);
  }

  /** Empty if the command can be started, as far as can be told without doing it. */
  Optional<Problem> problem(String command) {
    if (command.indexOf('/') >= 0) {
      return problemOf(command, Path.of(command));
    }
    Optional<Problem> notExecutable = Optional.empty();
    for (String folder : searchPath.split(":", -1)) {
      Path candidate = inFolder(folder, command);
      if (!command.isEmpty() && Files.exists(candidate)) {
        Optional<Problem> problem = problemOf(command, candidate);
        if (problem.isEmpty()) {
          return problem;
        }
        notExecutable = problem;
      }
    }
    return notExecutable.or(
        () -> Optional.of(new Problem(ExitCode.NOT_FOUND, "command not found: " + command)));
  }

  /** An empty entry of the search path is the working folder. */
  private static Path inFolder(String folder, String command) {
    try {
      return Path.of(folder).resolve(command);
    } catch (InvalidPathException e) {
      return Path.of("/nonexistent");
    }
  }

  private static Optional<Problem> problemOf(String command, Path file) {
    if (!Files.exists(file)) {
      return Optional.of(new Problem(ExitCode.NOT_FOUND, "no such file: " + command));
    }
    if (Files.isDirectory(file)) {
      return cantBeExecuted(command, "it is a folder");
    }
    if (!Files.isExecutable(file)) {
      // A command without a slash is found in the search path, so it is said where.
      String where = command.indexOf('/') >= 0 ? "" : " (" + file + ")";
      return cantBeExecuted(command, "permission denied" + where);
    }
    Optional<String> interpreter = interpreter(file);
    if (interpreter.isPresent() && !Files.exists(Path.of(interpreter.get()))) {
      return cantBeExecuted(command, "its interpreter " + interpreter.get() + " does not exist");
    }
    return Optional.empty();
  }

  private static Optional<Problem> cantBeExecuted(String command, String why) {
    return Optional.of(notExecutable(command, why));
  }

  private static Problem notExecutable(String command, String why) {
    return new Problem(
        ExitCode.NOT_EXECUTABLE, "command can't be executed: " + command + ": " + why);
  }

  /** What was not foreseen: the system has refused to start it. */
  static Problem refused(String command, IOException failure) {
    String text = String.valueOf(failure.getMessage());
    Matcher reason = SYSTEM_ERROR.matcher(text);
    return notExecutable(command, reason.find() ? reason.group(1) : text);
  }

  /** The program behind {@code #!} on the first line of a script. */
  private static Optional<String> interpreter(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      String begin = new String(in.readNBytes(SHEBANG_MAX), StandardCharsets.ISO_8859_1);
      if (!begin.startsWith("#!")) {
        return Optional.empty();
      }
      String program = begin.substring(2).stripLeading().split("[\\s\\x00]", 2)[0];
      return program.startsWith("/") ? Optional.of(program) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // Executable but not readable, as some programs are.
    }
  }
}
