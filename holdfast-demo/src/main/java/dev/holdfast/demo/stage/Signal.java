package dev.holdfast.demo.stage;

import dev.holdfast.demo.event.DemoFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Stops processes and lets them go on. */
final class Signal {

  private static final long LOOK_MILLIS = 2;
  private static final int LOOKS_MAX = 2_000;

  private Signal() {}

  /** Returns when no thread of the process runs any more: the signal itself only asks for that. */
  static void stop(Process process) throws InterruptedException {
    send(process, "STOP");
    Path threads = Path.of("/proc/" + process.pid() + "/task");
    for (int looks = 0; Files.exists(threads) && !areStopped(threads); looks++) {
      if (looks == LOOKS_MAX) {
        throw new DemoFailedException("process " + process.pid() + " does not stop");
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  static void carryOn(Process process) throws InterruptedException {
    send(process, "CONT");
  }

  /** By the shell's own command, which is everywhere. */
  private static void send(Process process, String name) throws InterruptedException {
    try {
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -s " + name + " " + process.pid())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (kill.waitFor() != 0) {
        throw new DemoFailedException("signal " + name + " to " + process.pid() + " failed");
      }
    } catch (IOException e) {
      throw new DemoFailedException("signal " + name + " can't be sent: " + e);
    }
  }

  private static boolean areStopped(Path threads) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(threads)) {
      for (Path thread : folders) {
        if (state(thread.resolve("stat")) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new DemoFailedException("a process ended while it was being stopped: " + e);
    }
  }

  /** The letter stands behind the name, which is in brackets. */
  private static char state(Path stat) throws IOException {
    try {
      String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return line.charAt(line.lastIndexOf(')') + 2);
    } catch (NoSuchFileException e) {
      return 'T';
    }
  }
}
