package dev.holdfast.testing.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A child process that is talked to in lines: a {@link ChildJvm}, or any command.
 *
 * <p>Waiting for a line that never comes fails with all that the process has written. Safe for use
 * by many threads.
 */
public final class LineProcess implements AutoCloseable {

  /** For what was written before the end to be read after it. */
  private static final Duration DRAIN_WAIT_MAX = Duration.ofSeconds(2);

  private static final int LINES_SHOWN = 60;

  private final ChildProcess child;
  private final OutputStream in;
  private final LineStream out;
  private final LineStream err;

  private LineProcess(ChildProcess child) {
    this.child = child;
    this.in = child.process().getOutputStream();
    this.out = new LineStream(child.name() + "-out", child.process().getInputStream());
    this.err = new LineStream(child.name() + "-err", child.process().getErrorStream());
  }

  /**
   * Starts a process.
   *
   * @param name used in messages
   * @param builder command, folder and environment; its three streams are ours
   * @return the running process
   */
  public static LineProcess start(String name, ProcessBuilder builder) {
    try {
      LineProcess process = new LineProcess(ChildProcess.start(name, builder));
      process.out.start();
      process.err.start();
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes a line to the standard input of the process.
   *
   * @param line without its end
   * @throws UncheckedIOException if the process no longer reads
   */
  public void send(String line) {
    try {
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Could not send '" + line + "'. " + describe(), e);
    }
  }

  /** Closes the standard input of the process. */
  public void closeInput() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for a line on standard output, passing over those before it.
   *
   * @param wanted which line
   * @param max how long at most
   * @return the line
   * @throws AssertionError if it does not come in time, or the output ends
   */
  public String await(Predicate<String> wanted, Duration max) {
    return await(out, wanted, max, "a line on standard output");
  }

  /**
   * Waits for a line on standard output that begins with a text.
   *
   * @param beginning the text
   * @param max how long at most
   * @return the whole line
   * @throws AssertionError if it does not come in time, or the output ends
   */
  public String await(String beginning, Duration max) {
    return await(
        out, line -> line.startsWith(beginning), max, "a line beginning with '" + beginning + "'");
  }

  /**
   * Waits for a line on standard error, passing over those before it.
   *
   * @param wanted which line
   * @param max how long at most
   * @return the line
   * @throws AssertionError if it does not come in time, or the output ends
   */
  public String awaitError(Predicate<String> wanted, Duration max) {
    return await(err, wanted, max, "a line on standard error");
  }

  private String await(LineStream from, Predicate<String> wanted, Duration max, String what) {
    try {
      Optional<String> line = from.await(wanted, max);
      return line.orElseThrow(
          () ->
              new AssertionError("Waited in vain for " + max + " for " + what + ". " + describe()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for " + what, e);
    }
  }

  /**
   * Waits for the end of the process, and for what it has written.
   *
   * @param max how long at most
   * @return the exit code; 128 + n for a process that died of signal n
   * @throws AssertionError if it is still alive then
   */
  public int awaitExit(Duration max) {
    try {
      int code = child.awaitExit(max);
      out.awaitEnd(DRAIN_WAIT_MAX);
      err.awaitEnd(DRAIN_WAIT_MAX);
      return code;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for the end of " + child.name(), e);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ". " + describe(), e);
    }
  }

  /**
   * Standard output so far.
   *
   * @return its lines
   */
  public List<String> lines() {
    return out.lines();
  }

  /**
   * Standard error so far.
   *
   * @return its lines
   */
  public List<String> errorLines() {
    return err.lines();
  }

  /**
   * The process, for its id and any signal.
   *
   * @return the process
   */
  public ChildProcess child() {
    return child;
  }

  /** Stops the process (SIGSTOP); see {@link ChildProcess#pause}. */
  public void pause() {
    child.pause();
  }

  /** Lets a paused process go on (SIGCONT). */
  public void resume() {
    child.resume();
  }

  /** Kills the process (SIGKILL) and waits for its end. */
  public void kill() {
    child.kill();
  }

  /** Asks the process to end (SIGTERM). */
  public void terminate() {
    child.terminate();
  }

  private String describe() {
    return "%s is %s.\nstdout:\n%s\nstderr:\n%s"
        .formatted(
            child.name(), child.isAlive() ? "alive" : "dead", tail(lines()), tail(errorLines()));
  }

  private static String tail(List<String> lines) {
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
  }

  /** Kills the process, if it is still alive. */
  @Override
  public void close() {
    child.kill();
    awaitExit(Duration.ZERO);
  }
}
