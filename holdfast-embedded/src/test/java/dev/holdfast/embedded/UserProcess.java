package dev.holdfast.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JVM of its own that uses the shared server until its standard input ends. */
final class UserProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  private UserProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static UserProcess start(Path stateFolder) throws IOException {
    return new UserProcess(
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    UserProcess.class.getName(),
                    stateFolder.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** What the process said when it had joined: the URI of its server. */
  String uri() {
    try {
      @Nullable String line = output.readLine();
      if (line == null) {
        throw new AssertionError("the process ended with " + process.waitFor());
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends the process in the orderly way. */
  void end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The process. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (SharedRedis redis = SharedRedis.join(Path.of(arguments[0]))) {
      System.out.println(redis.uriWithPassword());
      while (System.in.read() >= 0) {
        // Until the parent closes our input or kills us.
      }
    }
  }
}
