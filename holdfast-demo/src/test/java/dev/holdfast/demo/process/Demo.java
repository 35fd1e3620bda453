package dev.holdfast.demo.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.process.LineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run of {@code holdfast demo} as a process, with a folder of its own for temporary files, and in
 * a process group of its own, so that it can be sent a Ctrl-C.
 */
final class Demo implements AutoCloseable {

  /** A demo takes half a minute; this leaves room for a machine that is busy with other tests. */
  private static final Duration MAX = Duration.ofSeconds(100);

  private final LineProcess process;
  private final Path temporary;

  private Demo(LineProcess process, Path temporary) {
    this.process = process;
    this.temporary = temporary;
  }

  static Demo start(Path folder, String... arguments) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,QUIT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.holdfast.cli.Holdfast", "demo"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    return new Demo(LineProcess.start("demo", builder), temporary);
  }

  LineProcess process() {
    return process;
  }

  String output() {
    return String.join("\n", process.lines());
  }

  String errors() {
    return String.join("\n", process.errorLines());
  }

  /** Waits for the end; a demo has less than a minute. */
  int end() {
    return process.awaitExit(MAX);
  }

  /** What the terminal does at a Ctrl-C: the whole process group gets the signal. */
  void pressCtrlC() throws IOException, InterruptedException {
    String group = Long.toString(process.child().pid());
    assertThat(new ProcessBuilder("sh", "-c", "kill -s INT -- -" + group).start().waitFor())
        .isZero();
  }

  /** All processes that it has started and that live. */
  List<ProcessHandle> children() {
    return ProcessHandle.of(process.child().pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .toList();
  }

  /** What is left of its temporary files. */
  List<String> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("hsperfdata"))
          .toList();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
