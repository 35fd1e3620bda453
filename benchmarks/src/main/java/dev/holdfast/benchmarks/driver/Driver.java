package dev.holdfast.benchmarks.driver;

import dev.holdfast.benchmarks.contestant.Contestant;
import dev.holdfast.benchmarks.contestant.ContestantKind;
import dev.holdfast.benchmarks.measure.Holds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The measured process. It connects, says {@code ready}, and then does what each line of its
 * standard input says:
 *
 * <pre>
 * run START END HOLDS   lock and unlock from START to END, monotonic times; then answer
 *                       "done RESULT", and write the holds to the file HOLDS unless it is "-"
 * (end of input)        close and end
 * </pre>
 *
 * <p>What goes wrong is answered with {@code failed} and the messages on the same line, and the
 * process ends. Nothing else is written to standard output.
 */
public final class Driver {

  private static final int ARGUMENTS = 6;
  private static final int EXIT_USAGE = 64;

  private Driver() {}

  /**
   * Runs the process.
   *
   * @param arguments contestant, URI of the server, number of threads, name of the common key or
   *     {@code -} for a key per thread, microseconds to hold, microseconds to pause after a release
   */
  public static void main(String[] arguments) {
    if (arguments.length != ARGUMENTS) {
      System.err.println("Started by dev/bench, not by hand: dev/bench --help");
      System.exit(EXIT_USAGE);
    }
    // Answers go to the real standard output; whatever a library prints must not get between.
    PrintStream answers = System.out;
    System.setOut(System.err);
    int code = 0;
    try {
      serve(arguments, answers);
    } catch (Exception | Error e) {
      e.printStackTrace(System.err);
      answers.println("failed " + oneLine(e));
      code = 1;
    }
    answers.flush();
    // Some libraries leave threads behind that would keep the process.
    System.exit(code);
  }

  private static void serve(String[] arguments, PrintStream answers) throws IOException {
    ContestantKind kind = ContestantKind.of(arguments[0]);
    Workload workload =
        new Workload(
            Integer.parseInt(arguments[2]),
            arguments[3],
            Long.parseLong(arguments[4]) * 1_000,
            Long.parseLong(arguments[5]) * 1_000);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Contestant contestant = kind.connect(arguments[1])) {
      answers.println("ready");
      SliceRunner runner = new SliceRunner(contestant, workload);
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        answers.println("done " + obey(line, runner));
      }
    }
  }

  private static String obey(String line, SliceRunner runner) throws IOException {
    String[] words = line.split(" ", -1);
    if (words.length != 4 || !words[0].equals("run")) {
      throw new IllegalArgumentException("Not an order: " + line);
    }
    boolean logsHolds = !words[3].equals("-");
    SliceRunner.Outcome outcome =
        runner.run(Long.parseLong(words[1]), Long.parseLong(words[2]), logsHolds);
    if (logsHolds) {
      Holds.write(outcome.holds(), Path.of(words[3]));
    }
    return outcome.result().encode();
  }

  private static String oneLine(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      text.append(text.isEmpty() ? "" : " <- ").append(cause);
    }
    return text.toString().replaceAll("\\s*\\R\\s*", " | ");
  }
}
