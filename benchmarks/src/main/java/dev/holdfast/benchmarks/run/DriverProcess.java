package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.driver.Driver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A measured process, spoken to in lines as {@link Driver} says. For one thread.
 *
 * <p>It ends when its standard input does, and so also when this process is killed.
 */
final class DriverProcess implements AutoCloseable {

  private static final Duration END_WAIT_MAX = Duration.ofSeconds(20);
  private static final String END_OF_OUTPUT = "";

  /** The JVM itself may write other lines, as it does when a recording begins. */
  private static final Pattern ANSWER = Pattern.compile("(ready|done|failed)( .*)?");

  private final String name;
  private final Process process;
  private final Writer orders;
  private final Path log;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private DriverProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::readAnswers, "answers-of-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  static DriverProcess start(
      String name, List<String> jvmOptions, List<String> arguments, Path folder)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Driver.class.getName());
    command.addAll(arguments);
    Path log = folder.resolve(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    return new DriverProcess(name, builder.start(), log);
  }

  private void readAnswers() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (ANSWER.matcher(line).matches()) {
          answers.add(line);
        }
      }
    } catch (IOException e) {
      // The same as the end of the output.
    }
    answers.add(END_OF_OUTPUT);
  }

  void send(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
  }

  /**
   * Awaits the next answer, which has to begin with a word.
   *
   * @return the rest of the line
   * @throws DriverFailedException if another answer comes, or none in time
   */
  String await(String word, Duration max) throws InterruptedException {
    String answer = answers.poll(max.toMillis(), TimeUnit.MILLISECONDS);
    if (answer == null) {
      throw new DriverFailedException(name + " has not answered within " + max + logTail());
    }
    if (answer.equals(word) || answer.startsWith(word + " ")) {
      return answer.substring(word.length()).strip();
    }
    throw new DriverFailedException(
        answer.equals(END_OF_OUTPUT) ? name + " has ended" + logTail() : name + ": " + answer);
  }

  private String logTail() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      List<String> tail = lines.subList(Math.max(0, lines.size() - 10), lines.size());
      return tail.isEmpty() ? "" : " | its standard error: " + String.join(" | ", tail);
    } catch (IOException e) {
      return "";
    }
  }

  /** Lets the process end, and kills it if it does not. */
  @Override
  public void close() {
    try {
      orders.close();
      if (!process.waitFor(END_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
