package dev.holdfast.cli.look;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockClient;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.cli.report.JsonLine;
import dev.holdfast.cli.report.Printable;
import dev.holdfast.cli.run.Failure;
import dev.holdfast.embedded.EmbeddedRedisException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;

/**
 * One command that looks at the locks of a store: connects, does it, says why not, and gives the
 * exit code. What was asked for goes to standard output, all else to standard error.
 */
public final class Look {

  /** What a command does with a store. */
  @FunctionalInterface
  public interface Task {

    /**
     * Does it.
     *
     * @return the exit code
     */
    ExitCode run(LockClient client, Look look) throws InterruptedException;
  }

  private static final String NONE_RUNS =
      "no --url, and no embedded Redis runs: none of your commands on this machine uses one";

  private final boolean json;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Sets up.
   *
   * @param json whether for programs
   */
  public Look(boolean json, PrintStream out, PrintStream err) {
    this.json = json;
    this.out = out;
    this.err = err;
  }

  /**
   * Does it.
   *
   * @param url the store; empty for the embedded one
   * @return the exit code
   */
  public int run(Optional<String> url, Task task) throws InterruptedException {
    Optional<Store> opened = Optional.empty();
    try {
      opened = Store.open(url);
      if (opened.isEmpty()) {
        return fail(ExitCode.NOTHING, NONE_RUNS);
      }
      return task.run(opened.get().client(), this).code();
    } catch (IllegalArgumentException | EmbeddedRedisException | HoldfastException e) {
      Failure failure = Failure.of(e);
      return fail(failure.code(), failure.message());
    } finally {
      out.flush();
      opened.ifPresent(Store::close);
    }
  }

  boolean json() {
    return json;
  }

  /** Prints a line of what was asked for. */
  void print(String line) {
    out.print(line + "\n");
  }

  /** Prints an object on a line. */
  void print(Map<String, ?> object) {
    print(JsonLine.of(object));
  }

  /** Says something beside what was asked for. */
  void say(String message) {
    out.flush();
    err.print("holdfast: " + Printable.lines(message) + "\n");
    err.flush();
  }

  private int fail(ExitCode code, String message) {
    say(message);
    return code.code();
  }
}
