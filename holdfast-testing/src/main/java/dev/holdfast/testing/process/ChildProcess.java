package dev.holdfast.testing.process;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A child process that can be paused, continued and killed. It dies with this JVM.
 *
 * <p>{@link ServerProcess} and {@link LineProcess} are built on it. Safe for use by many threads.
 */
public final class ChildProcess {

  private static final Duration END_WAIT_MAX = Duration.ofSeconds(10);

  private final String name;

  /**
   * Signals go through its handle: the process itself closes its streams when it is told to end.
   */
  private final Process process;

  private ChildProcess(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts a process.
   *
   * @param name used in messages
   * @param builder command, folder, environment and redirections
   * @return the running process
   * @throws IOException if the command can't be started
   */
  public static ChildProcess start(String name, ProcessBuilder builder) throws IOException {
    return new ChildProcess(name, Spawner.start(builder));
  }

  /** The process as Java knows it, for its streams. */
  Process process() {
    return process;
  }

  /**
   * Name for messages.
   *
   * @return the name with the pid
   */
  public String name() {
    return name + " (pid " + process.pid() + ")";
  }

  /**
   * The process id.
   *
   * @return the id, also after the end
   */
  public long pid() {
    return process.pid();
  }

  /**
   * Whether the process has not ended; a paused one is alive.
   *
   * @return true until the end
   */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Stops all threads of the process (SIGSTOP), and returns when they have stopped. */
  public void pause() {
    Signals.stop(pid());
  }

  /** Lets a paused process go on (SIGCONT). */
  public void resume() {
    Signals.carryOn(pid());
  }

  /**
   * Sends any signal.
   *
   * @param signal name without SIG, such as TERM
   */
  public void signal(String signal) {
    Signals.send(pid(), signal);
  }

  /**
   * Kills the process (SIGKILL), paused or not, and waits for its end. No effect on an ended one.
   */
  public void kill() {
    process.toHandle().destroyForcibly();
    awaitExit(END_WAIT_MAX);
  }

  /** Asks the process to end (SIGTERM), and does not wait for it. No effect on an ended one. */
  public void terminate() {
    process.toHandle().destroy();
  }

  /**
   * Waits for the end.
   *
   * @param max how long at most
   * @return the exit code; 128 + n for a process that died of signal n
   * @throws AssertionError if the process is still alive then, or the caller is interrupted
   */
  public int awaitExit(Duration max) {
    try {
      if (!process.waitFor(max.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError(name() + " has not ended within " + max);
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for the end of " + name(), e);
    }
  }
}
