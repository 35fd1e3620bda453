package dev.holdfast.testing.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/** Sends signals to processes, and waits until a stop has come into force. */
final class Signals {

  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(10);

  private Signals() {}

  /** Sends a signal, named without SIG. The shell's own kill needs no package to be installed. */
  static void send(long pid, String signal) {
    try {
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", signal, Long.toString(pid))
              .redirectErrorStream(true)
              .start();
      String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = kill.waitFor();
      if (code != 0) {
        throw new IllegalStateException(
            "Signal %s to process %d failed: %s".formatted(signal, pid, output.strip()));
      }
    } catch (IOException e) {
      throw new IllegalStateException("Signal " + signal + " to process " + pid + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sending " + signal + " to " + pid, e);
    }
  }

  /**
   * Stops a process and returns when none of its threads runs any more. The system only marks the
   * threads; each stops when it next leaves the kernel.
   */
  static void stop(long pid) {
    send(pid, "STOP");
    Waiting.until(STOP_WAIT_MAX, () -> isStopped(pid), () -> "process " + pid + " to stop");
  }

  /** Lets a stopped process go on. */
  static void carryOn(long pid) {
    send(pid, "CONT");
  }

  private static boolean isStopped(long pid) {
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads) {
        if (state(thread.resolve("stat")) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new IllegalStateException("Process " + pid + " ended while it was being stopped", e);
    }
  }

  /** The state letter stands behind the name, which is in brackets and may contain anything. */
  private static char state(Path stat) throws IOException {
    try {
      String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return line.charAt(line.lastIndexOf(')') + 2);
    } catch (NoSuchFileException e) {
      return 'T';
    }
  }
}
