package dev.holdfast.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts {@code supervise.sh}, detached from the terminal and from the process that starts it. */
final class Supervisor implements AutoCloseable {

  private final Process process;

  private Supervisor(Process process) {
    this.process = process;
  }

  /**
   * Starts one and waits until its pipe can be opened. It then waits for {@link #close}, so that
   * its starter can join before it looks whether anybody is there; if the starter dies before that,
   * the system closes this pipe too, and it ends at once.
   */
  static Supervisor start(ServerFolder folder, Path redisServer) throws IOException {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      command.add("/usr/bin/setsid"); // A Ctrl-C in the terminal is not meant for the server.
    }
    command.addAll(List.of("/bin/sh", "./supervise.sh", redisServer.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.path().toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
    Map<String, String> environment = builder.environment();
    @Nullable String path = environment.get("PATH");
    environment.clear();
    environment.put("PATH", path == null ? "/usr/bin:/bin" : path);
    Process process = builder.start();
    BufferedReader output = process.inputReader(StandardCharsets.US_ASCII);
    if (!"ready".equals(output.readLine())) {
      throw new IOException("The supervisor of the server did not start: " + folder.logTail());
    }
    return new Supervisor(process);
  }

  /** Tells it that the starter has joined. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.getInputStream().close();
  }
}
