package dev.holdfast.verification.chaos.worker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a worker process is told when it is started.
 *
 * @param folder where the logs of the run are
 * @param client its name, unlike that of any other process of the run
 * @param uri address of the store, through the proxy of this process
 * @param guardPort port of the Redis with the guarded counters
 * @param ttl TTL of its sessions
 * @param threads how many threads
 * @param names how many locks
 * @param seed of what its threads do
 * @param plant the planted fault
 */
public record WorkerOptions(
    Path folder,
    String client,
    String uri,
    int guardPort,
    Duration ttl,
    int threads,
    int names,
    long seed,
    Plant plant) {

  private static final int COUNT = 9;

  static WorkerOptions parse(String[] arguments) {
    if (arguments.length != COUNT) {
      throw new IllegalArgumentException("Started by dev/chaos, not by hand: dev/chaos --help");
    }
    return new WorkerOptions(
        Path.of(arguments[0]),
        arguments[1],
        arguments[2],
        Integer.parseInt(arguments[3]),
        Duration.ofMillis(Long.parseLong(arguments[4])),
        Integer.parseInt(arguments[5]),
        Integer.parseInt(arguments[6]),
        Long.parseLong(arguments[7]),
        Plant.valueOf(arguments[8]));
  }

  /**
   * As arguments of the process.
   *
   * @return one for each component
   */
  public String[] arguments() {
    return new String[] {
      folder.toString(),
      client,
      uri,
      Integer.toString(guardPort),
      Long.toString(ttl.toMillis()),
      Integer.toString(threads),
      Integer.toString(names),
      Long.toString(seed),
      plant.name()
    };
  }

  /**
   * The locks of a run.
   *
   * @param names how many
   * @return their names
   */
  public static List<String> lockNames(int names) {
    List<String> all = new ArrayList<>();
    for (int i = 1; i <= names; i++) {
      all.add("chaos-" + i);
    }
    return all;
  }
}
