package dev.holdfast.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a server process has used.
 *
 * @param cpuMicros user and system time
 * @param commands what it ran, by the lower-case name of the command
 */
public record ServerUse(long cpuMicros, Map<String, CommandUse> commands) {

  /** Nothing yet. */
  public static final ServerUse NONE = new ServerUse(0, Map.of());

  private static final CommandUse NEVER = new CommandUse(0, 0);

  /** Copies the map. */
  public ServerUse {
    commands = Map.copyOf(commands);
  }

  /**
   * Adds another use.
   *
   * @param other the other one
   * @return the sum
   */
  public ServerUse plus(ServerUse other) {
    Map<String, CommandUse> sum = new TreeMap<>(commands);
    other.commands.forEach((name, use) -> sum.merge(name, use, CommandUse::plus));
    return new ServerUse(cpuMicros + other.cpuMicros, sum);
  }

  /**
   * What was used since an earlier look.
   *
   * @param earlier the earlier look at the same server
   * @return the difference, without commands that did not run
   */
  public ServerUse since(ServerUse earlier) {
    Map<String, CommandUse> difference = new TreeMap<>();
    commands.forEach(
        (name, use) -> {
          CommandUse since = use.minus(earlier.commands.getOrDefault(name, NEVER));
          if (since.calls() > 0) {
            difference.put(name, since);
          }
        });
    return new ServerUse(cpuMicros - earlier.cpuMicros, difference);
  }
}
