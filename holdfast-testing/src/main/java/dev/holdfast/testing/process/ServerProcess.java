package dev.holdfast.testing.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A server as a child process, whatever it serves: started in a folder, awaited until it answers,
 * its output kept in a file of that folder and shown when something fails.
 *
 * <p>One object stands for one run; a restarted server is a new one with the same folder.
 */
public final class ServerProcess implements AutoCloseable {

  private static final int LOG_LINES_SHOWN = 40;

  /** Whether a server answers. */
  @FunctionalInterface
  public interface ReadyCheck {

    /**
     * Asks the server.
     *
     * @return whether it is ready
     * @throws IOException if it can't be reached, which counts as not ready
     */
    boolean isReady() throws IOException;
  }

  private final ChildProcess child;
  private final Path log;

  private ServerProcess(ChildProcess child, Path log) {
    this.child = child;
    this.log = log;
  }

  /**
   * Starts a server.
   *
   * @param name name of the process in messages, and of its log file
   * @param command program and arguments
   * @param folder its working folder; the log file is in it and grows over restarts
   * @return the started server, which may not be ready yet
   * @throws IOException if the command can't be started
   */
  public static ServerProcess start(String name, List<String> command, Path folder)
      throws IOException {
    Path log = folder.resolve(name + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new ServerProcess(ChildProcess.start(name, builder), log);
  }

  /**
   * Waits until the server is ready or has ended, whichever is first.
   *
   * @param max how long at most
   * @param check asked again and again
   * @return whether it is ready; false if the process has ended
   * @throws AssertionError if neither has happened in time; shows the log
   */
  public boolean awaitReady(Duration max, ReadyCheck check) {
    Waiting.until(
        max,
        () -> !child.isAlive() || answers(check),
        () -> child.name() + " to answer. Its log:\n" + logTail());
    return child.isAlive();
  }

  private static boolean answers(ReadyCheck check) {
    try {
      return check.isReady();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The process, to pause, resume, signal or kill.
   *
   * @return the process
   */
  public ChildProcess child() {
    return child;
  }

  /**
   * The end of what the server has written.
   *
   * @return its last lines
   */
  public String logTail() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      int from = Math.max(0, lines.size() - LOG_LINES_SHOWN);
      return String.join("\n", lines.subList(from, lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the process, if it is still alive. */
  @Override
  public void close() {
    child.kill();
  }
}
