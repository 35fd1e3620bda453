package dev.holdfast.testing.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts child processes that do not outlive this JVM, however it ends.
 *
 * <p>An orderly exit kills them by a shutdown hook. For a JVM that is killed itself there is {@code
 * setpriv --pdeathsig}, where the system has it. Linux sends that signal when the <em>thread</em>
 * that started the child ends, so all children are started by one thread that never does.
 */
final class Spawner {

  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "testing-spawner");
            thread.setDaemon(true);
            return thread;
          });

  /** Children that the shutdown hook has to kill. Ended ones leave it at the next start. */
  private static final Set<Process> LIVING = ConcurrentHashMap.newKeySet();

  private static final List<String> TETHER = tether();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> LIVING.forEach(Process::destroyForcibly), "testing-reaper"));
  }

  private Spawner() {}

  /** Starts the command of the builder; the pid of the process is that of the command itself. */
  static Process start(ProcessBuilder builder) throws IOException {
    List<String> command = new ArrayList<>(TETHER);
    command.addAll(builder.command());
    builder.command(command);
    Future<Process> started = THREAD.submit(builder::start);
    try {
      Process process = started.get();
      LIVING.removeIf(other -> !other.isAlive());
      LIVING.add(process);
      return process;
    } catch (ExecutionException e) {
      throw new IOException("Could not start " + builder.command(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while starting " + builder.command(), e);
    }
  }

  private static List<String> tether() {
    List<String> setpriv = List.of("setpriv", "--pdeathsig", "KILL");
    List<String> trial = new ArrayList<>(setpriv);
    trial.add("true");
    try {
      return new ProcessBuilder(trial).start().waitFor() == 0 ? setpriv : List.of();
    } catch (IOException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
