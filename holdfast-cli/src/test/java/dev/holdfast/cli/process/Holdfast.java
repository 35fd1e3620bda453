package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.report.Json;
import dev.holdfast.testing.process.ChildProcess;
import dev.holdfast.testing.process.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One run of the command in a JVM of its own and, so that a Ctrl-C can be sent to all of it, in a
 * process group of its own. Like a command of a terminal it starts with the signals at their
 * defaults: a shell starts its background jobs, these tests among them, with SIGINT ignored, which
 * every child inherits and a JVM then leaves as it is.
 */
final class Holdfast {

  static final Duration SOON = Duration.ofSeconds(30);

  private final ChildProcess process;
  private final Path out;
  private final Path err;

  private Holdfast(ChildProcess process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Collects what differs between runs. */
  static final class Builder {

    private final Path folder;
    private final List<String> arguments;
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";
    private Supplier<List<String>> jvm = ClassArchive::options;

    private Builder(Path folder, List<String> arguments) {
      this.folder = folder;
      this.arguments = arguments;
      environment.put("HOLDFAST_STATE_DIR", folder.resolve("state").toString());
      environment.put("LC_ALL", "C.UTF-8");
    }

    Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** Other options for the JVM than the use of an archive of classes. */
    Builder jvm(String... options) {
      jvm = () -> List.of(options);
      return this;
    }

    Builder input(String text) {
      input = text;
      return this;
    }

    Holdfast start() throws IOException {
      Path run = Files.createTempDirectory(folder, "run-");
      Path in = Files.writeString(run.resolve("in"), input);
      List<String> command =
          new ArrayList<>(List.of("setsid", "env", "--default-signal=HUP,INT,QUIT"));
      command.addAll(java());
      command.addAll(jvm.get());
      command.addAll(List.of("-cp", ClassArchive.classPath(), "dev.holdfast.cli.Holdfast"));
      command.addAll(arguments);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(in.toFile())
              .redirectOutput(run.resolve("out").toFile())
              .redirectError(run.resolve("err").toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
      builder.environment().putAll(environment);
      return new Holdfast(
          ChildProcess.start("holdfast", builder), run.resolve("out"), run.resolve("err"));
    }

    /** Starts it and waits for its end. */
    Ended run() throws IOException {
      return start().awaitEnd();
    }
  }

  /** A JVM with the options of a short life. */
  static List<String> java() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  }

  /** What is left of a run that has ended. */
  record Ended(int exitCode, String out, String err) {

    Ended expect(int code) {
      assertThat(exitCode).as("exit code; out: %s err: %s", out, err).isEqualTo(code);
      return this;
    }

    /** The notices of a run with {@code --json}. */
    List<Map<String, Object>> events() {
      return err.lines().map(Json::object).toList();
    }
  }

  static Builder command(Path folder, String... arguments) {
    return new Builder(folder, List.of(arguments));
  }

  /**
   * Ends whatever still runs of what was started in the folder, the embedded server included, which
   * otherwise would write into it while it is being removed.
   */
  static void endAllIn(Path folder) {
    String mark = "HOLDFAST_STATE_DIR=" + folder.resolve("state") + "\0";
    List<ProcessHandle> left =
        ProcessHandle.allProcesses()
            .filter(process -> environment(process).contains(mark))
            .toList();
    left.forEach(ProcessHandle::destroyForcibly);
    Waiting.until(
        SOON,
        () -> left.stream().noneMatch(ProcessHandle::isAlive),
        () -> "what was started in " + folder + " to end");
  }

  private static String environment(ProcessHandle process) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return "";
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void signal(String name) {
    process.signal(name);
  }

  void kill() {
    process.kill();
  }

  void pause() {
    process.pause();
  }

  void resume() {
    process.resume();
  }

  /** What the terminal does at a Ctrl-C: the whole process group gets the signal. */
  void pressCtrlC() throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("sh", "-c", "kill -s INT -- -" + pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  Ended awaitEnd() {
    int code = process.awaitExit(SOON);
    return new Ended(code, out(), err());
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  void awaitOut(String text) {
    Waiting.until(SOON, () -> out().contains(text), () -> "'" + text + "' in: " + both());
  }

  void awaitErr(String text) {
    Waiting.until(SOON, () -> err().contains(text), () -> "'" + text + "' in: " + both());
  }

  private String both() {
    return "out: " + out() + " err: " + err();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
