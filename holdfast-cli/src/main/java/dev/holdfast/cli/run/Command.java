package dev.holdfast.cli.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The command as a running child process, with our standard streams and working folder. Its
 * arguments reach it as they were given; no shell is involved.
 *
 * <p>Used by the main thread only.
 */
final class Command {

  private final Process process;

  private Command(Process process) {
    this.process = process;
  }

  /**
   * Starts it. Must be called by the main thread, see {@link Tether}.
   *
   * @throws IOException if the system can't execute it
   */
  static Command start(
      List<String> tether, List<String> words, Consumer<Map<String, String>> learns)
      throws IOException {
    List<String> all = new ArrayList<>(tether);
    all.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(all).inheritIO();
    learns.accept(builder.environment());
    return new Command(builder.start());
  }

  /** Calls back from a thread of its own when the command has ended. */
  void onEnd(Consumer<Integer> exitCode) {
    Thread thread =
        new Thread(
            () -> {
              try {
                exitCode.accept(process.waitFor());
              } catch (InterruptedException e) {
                throw new IllegalStateException("Nobody interrupts this thread", e);
              }
            },
            "holdfast-command-end");
    thread.setDaemon(true);
    thread.start();
  }

  /** Asks it to end. */
  void terminate() {
    process.destroy();
  }

  /** Ends it. */
  void kill() {
    process.destroyForcibly();
  }

  /** Hands a signal on. Java can send but two itself; the shell's own kill is on every system. */
  void signal(ReceivedSignal signal) {
    if (signal == ReceivedSignal.TERM) {
      terminate();
      return;
    }
    if (!process.isAlive()) {
      return; // Its number may belong to another process by now.
    }
    try {
      new ProcessBuilder(
              "/bin/sh",
              "-c",
              "kill -s \"$1\" \"$2\"",
              "sh",
              signal.name(),
              Long.toString(process.pid()))
          .redirectError(ProcessBuilder.Redirect.DISCARD) // It may have ended meanwhile.
          .start();
    } catch (IOException e) {
      System.getLogger(Command.class.getName())
          .log(System.Logger.Level.WARNING, "Signal " + signal + " could not be passed on", e);
    }
  }
}
