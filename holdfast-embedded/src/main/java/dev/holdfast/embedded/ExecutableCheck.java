package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs a freshly unpacked executable once, so that a machine on which it can't run (another C
 * library, no OpenSSL 3, a file system mounted without execution) is told from one on which a
 * server failed for another reason.
 */
final class ExecutableCheck {

  /** Linux' error 26, of an executable that somebody has open for writing, as each JDK says it. */
  private static final Pattern TEXT_FILE_BUSY = Pattern.compile("error(=|: )26\\b");

  private static final int BUSY_TRIES = 40;
  private static final int BUSY_PAUSE_MILLIS = 50;
  private static final int RUN_SECONDS_MAX = 10;

  private ExecutableCheck() {}

  static void run(Path executable) throws IOException {
    try {
      Process process = start(executable);
      boolean ended = process.waitFor(RUN_SECONDS_MAX, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
        throw failure(executable, "no end within " + RUN_SECONDS_MAX + " s", null);
      }
      if (process.exitValue() != 0) {
        String output =
            new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        throw failure(executable, "exit code %d, %s".formatted(process.exitValue(), output), null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(executable, "interrupted", e);
    }
  }

  /**
   * A child that another thread of this JVM started while the file was being written has inherited
   * the open file for the moment between its fork and its exec, and the system refuses to execute a
   * file that is open for writing. That passes by itself.
   */
  private static Process start(Path executable) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return new ProcessBuilder(executable.toString(), "--version")
            .redirectErrorStream(true)
            .start();
      } catch (IOException e) {
        if (!TEXT_FILE_BUSY.matcher(String.valueOf(e.getMessage())).find()) {
          throw failure(executable, String.valueOf(e.getMessage()), e);
        }
        if (tries == BUSY_TRIES) {
          throw e;
        }
        Thread.sleep(BUSY_PAUSE_MILLIS);
      }
    }
  }

  private static EmbeddedRedisException failure(
      Path executable, String detail, @Nullable Throwable cause) {
    return new EmbeddedRedisException(
        "The embedded Redis does not run on this machine (%s: %s). %s"
            .formatted(executable, detail, BinaryResource.INSTEAD),
        cause);
  }
}
