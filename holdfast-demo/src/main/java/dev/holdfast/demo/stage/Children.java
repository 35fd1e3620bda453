package dev.holdfast.demo.stage;

import dev.holdfast.cli.run.Tether;
import dev.holdfast.demo.event.DemoFailedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The processes that a demo has started, none of which outlives it: an orderly end and a Ctrl-C
 * kill them by a shutdown hook, and where Linux can, the death of this JVM does. For that they must
 * be started by a thread that lives to the end, which is the main one. Their folder goes with them.
 */
public final class Children implements AutoCloseable {

  private static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx64m",
          "-XX:-UsePerfData",
          "-Xlog:disable",
          "-Dio.lettuce.core.jfr=false");

  private final Set<Process> living = ConcurrentHashMap.newKeySet();
  private final Thread hook = new Thread(this::killAll, "demo-children");
  private final List<String> tether = Tether.words(System.getenv());
  private final Path folder;
  private boolean over;

  /** None yet, with a new folder for what they write. */
  public Children() throws IOException {
    folder = Files.createTempDirectory("holdfast-demo-");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Where they may write. */
  Path folder() {
    return folder;
  }

  /** Starts a program; the process is that of the program itself. */
  synchronized Process start(ProcessBuilder builder) throws IOException {
    if (over) {
      throw new DemoFailedException("the demo is being ended", true);
    }
    List<String> command = new ArrayList<>(tether);
    command.addAll(builder.command());
    Process process = builder.command(command).start();
    living.add(process);
    return process;
  }

  /** Starts a main class in a JVM with our class path, whose errors go into a file. */
  Process startJvm(
      Class<?> main, List<String> arguments, Map<String, String> environment, Path errors)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.addAll(archive());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    return start(builder);
  }

  /** The archive of loaded classes that we run with, if there is one: it starts JVMs quicker. */
  private static List<String> archive() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .toList();
  }

  private synchronized void killAll() {
    over = true;
    try {
      for (Process process : living) {
        process.destroyForcibly().waitFor();
      }
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      System.err.println("holdfast: " + folder + " could not be removed: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills those that still run, waits for their ends, and removes the folder. */
  @Override
  public void close() {
    killAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM is being ended, and the hook has run.
    }
  }
}
