package dev.holdfast.verification.scenario;

import dev.holdfast.testing.process.ChildJvm;
import dev.holdfast.testing.process.LineProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client in a process of its own: see {@link RemoteMain} for what it can be told. */
public final class RemoteClient implements AutoCloseable {

  private static final Duration START_WAIT_MAX = Duration.ofSeconds(100);

  private final LineProcess process;

  private RemoteClient(LineProcess process) {
    this.process = process;
  }

  static RemoteClient start(String uri, Duration ttl, String name) {
    LineProcess process =
        ChildJvm.of(RemoteMain.class, uri, Long.toString(ttl.toMillis()), name)
            .options("-XX:TieredStopAtLevel=1", "-Xmx128m")
            .start();
    return new RemoteClient(process);
  }

  /**
   * Waits until it is connected.
   *
   * @return this
   */
  RemoteClient awaitReady() {
    process.await("ready", START_WAIT_MAX);
    return this;
  }

  /**
   * Tells a thread what to do.
   *
   * @param line {@code THREAD VERB LOCK ARGUMENTS}
   */
  public void tell(String line) {
    process.send(line);
  }

  /**
   * Waits for the result of what a thread was told.
   *
   * @param thread the thread
   * @param verb what it was told
   * @param max how long at most
   * @return the words of the result
   */
  public List<String> await(String thread, String verb, Duration max) {
    String beginning = thread + " " + verb + " ";
    String line = process.await(beginning, max);
    return List.of(line.substring(beginning.length()).split(" ", -1));
  }

  /**
   * Waits until so many threads have a result, in whatever order.
   *
   * @param verb what they were told
   * @param count how many
   * @param max how long at most for each
   */
  public void awaitAll(String verb, int count, Duration max) {
    for (int i = 0; i < count; i++) {
      process.await(line -> line.contains(" " + verb + " "), max);
    }
  }

  /**
   * Waits until so many threads have a result, in whatever order.
   *
   * @param verb what they were told
   * @param count how many
   * @param max how long at most for each
   * @return the words of the results by thread
   */
  public Map<String, List<String>> results(String verb, int count, Duration max) {
    Map<String, List<String>> results = new HashMap<>();
    for (int i = 0; i < count; i++) {
      String line = process.await(next -> next.contains(" " + verb + " "), max);
      List<String> words = List.of(line.split(" ", -1));
      results.put(words.get(0), words.subList(2, words.size()));
    }
    return results;
  }

  /**
   * Tells a thread what to do, and waits for the result.
   *
   * @param thread the thread
   * @param verb what to do
   * @param arguments the lock, and what else the verb needs
   * @return the words of the result
   */
  public List<String> call(String thread, String verb, String arguments) {
    tell(thread + " " + verb + " " + arguments);
    return await(thread, verb, Slack.LONG);
  }

  /**
   * The monotonic time at the end of a result.
   *
   * @param result a result with a time
   * @return nanoseconds, of the same clock as in this process
   */
  public static long nanos(List<String> result) {
    return Long.parseLong(result.get(result.size() - 1));
  }

  /**
   * The process.
   *
   * @return to be paused, killed, told to end
   */
  public LineProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
