package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.measure.CommandUse;
import dev.holdfast.benchmarks.measure.ServerUse;
import dev.holdfast.testing.server.RawRedis;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads what a server has used since its start. */
final class ServerMeter {

  private static final String STAT_PREFIX = "cmdstat_";

  /** What only the measuring itself sends. */
  private static final Set<String> OWN_COMMANDS = Set.of("info", "monitor");

  private ServerMeter() {}

  static ServerUse read(RawRedis redis) {
    Map<String, CommandUse> commands = new TreeMap<>();
    redis
        .info("commandstats")
        .forEach(
            (field, value) -> {
              String name = field.substring(STAT_PREFIX.length());
              if (!OWN_COMMANDS.contains(name)) {
                commands.put(name, new CommandUse(number(value, "calls"), number(value, "usec")));
              }
            });
    return new ServerUse(redis.usedCpuMicros(), commands);
  }

  /** From {@code calls=3,usec=5,usec_per_call=1.67} the number of a field. */
  private static long number(String value, String field) {
    for (String part : value.split(",", -1)) {
      if (part.startsWith(field + "=")) {
        return Long.parseLong(part.substring(field.length() + 1));
      }
    }
    throw new IllegalArgumentException("No '" + field + "' in the server's answer: " + value);
  }
}
