package dev.holdfast.verification.docs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs scripts out of pages with bash, in a folder of their own where {@code ./holdfast} is the
 * real launcher, and with an embedded Redis of their own.
 */
final class ShellRunner {

  private static final long SECONDS_MAX = 110;

  private final Path folder;

  /** What a script left behind. */
  record Result(int exitCode, String printed) {}

  /** Works in an empty folder. */
  ShellRunner(Path folder) {
    this.folder = folder;
  }

  /** Makes {@code ./holdfast} the launcher of a source tree. */
  ShellRunner withLauncherOf(Path tree) throws IOException {
    Path link = folder.resolve("holdfast");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, tree.resolve("holdfast"));
    return this;
  }

  /** Only parses. */
  Result parse(String script) {
    return bash(List.of("-n", "-c", script));
  }

  /** Runs until the script and all that it has started in the foreground have ended. */
  Result run(String script) {
    return bash(List.of("-eu", "-o", "pipefail", "-c", script));
  }

  private Result bash(List<String> arguments) {
    try {
      Path output = Files.createTempFile(folder, "output", ".txt");
      List<String> command = new ArrayList<>(List.of("/bin/bash"));
      command.addAll(arguments);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
      builder.environment().put("HOLDFAST_STATE_DIR", folder.resolve("state").toString());
      builder.environment().remove("HOLDFAST_URL");
      Process process = builder.start();
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError("It has not ended; so far: " + Files.readString(output));
      }
      return new Result(process.exitValue(), Files.readString(output));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("Interrupted", e);
    }
  }

  /** Whether an embedded Redis of a script still runs, or is just ending. */
  boolean embeddedRedisRuns() {
    return Files.exists(folder.resolve("state").resolve("run"));
  }
}
