package dev.holdfast.testing.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a main class in a JVM of its own, with our class path.
 *
 * <pre>{@code
 * try (LineProcess worker = ChildJvm.of(Worker.class, uri).start()) {
 *   worker.send("lock");
 *   worker.await("held ", Duration.ofSeconds(10));
 *   worker.pause();
 * }
 * }</pre>
 */
public final class ChildJvm {

  private final Class<?> main;
  private final List<String> arguments;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private Path home = Path.of(System.getProperty("java.home"));

  private ChildJvm(Class<?> main, List<String> arguments) {
    this.main = main;
    this.arguments = arguments;
  }

  /**
   * Begins to describe a JVM.
   *
   * @param main class with a main method
   * @param arguments for that method
   * @return a builder
   */
  public static ChildJvm of(Class<?> main, String... arguments) {
    return new ChildJvm(main, List.of(arguments));
  }

  /**
   * Chooses another JVM than ours.
   *
   * @param chosen its home, with {@code bin/java} in it
   * @return this
   */
  public ChildJvm home(Path chosen) {
    home = chosen;
    return this;
  }

  /**
   * Adds options of the JVM.
   *
   * @param added such as {@code -Xmx64m}
   * @return this
   */
  public ChildJvm options(String... added) {
    options.addAll(List.of(added));
    return this;
  }

  /**
   * Adds a variable to the inherited environment.
   *
   * @param name its name
   * @param value its value
   * @return this
   */
  public ChildJvm environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /**
   * Starts the JVM. It dies with ours.
   *
   * @return the running process
   */
  public LineProcess start() {
    List<String> command = new ArrayList<>();
    command.add(home.resolve(Path.of("bin", "java")).toString());
    // Several of these run beside each other on few processors.
    command.add("-XX:+UseSerialGC");
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return LineProcess.start(main.getSimpleName(), builder);
  }
}
