package dev.holdfast.demo.stage;

import dev.holdfast.demo.event.DemoFailedException;
import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.EventLog;
import dev.holdfast.demo.event.What;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker's process, seen from the demo. What it reports goes into the log. */
public final class WorkerProcess {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long FAREWELL_SECONDS = 2;
  private static final int EXIT_OF_CTRL_C = 130;

  private final String name;
  private final Process process;
  private final EventLog log;
  private final Path errors;
  private volatile boolean mayEnd;

  private WorkerProcess(String name, Process process, EventLog log, Path errors) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.errors = errors;
  }

  static WorkerProcess of(String name, Process process, EventLog log, Path errors) {
    WorkerProcess worker = new WorkerProcess(name, process, log, errors);
    Thread reader = new Thread(worker::read, "demo-worker-" + name);
    reader.setDaemon(true);
    reader.start();
    return worker;
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.add(Event.parse(name, line));
      }
      int code = process.waitFor();
      if (!mayEnd && code != 0) {
        log.fail(
            new DemoFailedException(
                "worker %s has ended with code %d%n%s".formatted(name, code, lastWords()),
                code == EXIT_OF_CTRL_C));
      }
    } catch (IOException | IllegalArgumentException e) {
      if (!mayEnd) {
        log.fail(new DemoFailedException("worker " + name + " can't be heard: " + e));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String lastWords() {
    try {
      List<String> lines = Files.readAllLines(errors);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 12), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  /** Tells it what to do. */
  public void send(String command) {
    try {
      process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new DemoFailedException("worker " + name + " does not listen: " + e);
    }
  }

  /** Waits until one of some things has happened to it. */
  public Event await(What first, What... others) throws InterruptedException {
    return log.await(name, SOON, first, others);
  }

  /** Kills it (SIGKILL). */
  public void kill() throws InterruptedException {
    mayEnd = true;
    process.destroyForcibly().waitFor();
    log.add(Event.now(name, What.KILLED, ""));
  }

  /** Stops it where it is (SIGSTOP). */
  public void stop() throws InterruptedException {
    Signal.stop(process);
    log.add(Event.now(name, What.STOPPED, ""));
  }

  /** Lets it go on (SIGCONT). */
  public void wake() throws InterruptedException {
    log.add(Event.now(name, What.WOKEN, ""));
    Signal.carryOn(process);
  }

  /** Lets it end: its input is over. Whoever takes too long over that is killed in the end. */
  void dismiss() throws InterruptedException {
    mayEnd = true;
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
    process.waitFor(FAREWELL_SECONDS, TimeUnit.SECONDS);
  }
}
