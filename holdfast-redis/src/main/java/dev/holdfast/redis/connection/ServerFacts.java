package dev.holdfast.redis.connection;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server tells of itself.
 *
 * @param version as it calls itself
 * @param process tells server processes and their data sets apart: another value after a restart,
 *     or after the server has taken its data from another one
 * @param run tells server processes apart
 * @param dataSet tells data sets apart
 * @param uptimeSeconds how long it runs, by its own clock
 * @param mode {@code standalone}, {@code cluster} or {@code sentinel}
 * @param replica whether it only follows another server
 * @param replicas how many servers follow it, have its data, and take what is added
 * @param memoryMax the limit of its memory in bytes; 0 for none
 * @param evictionPolicy what it does at the limit
 */
record ServerFacts(
    String version,
    String process,
    String run,
    String dataSet,
    long uptimeSeconds,
    String mode,
    boolean replica,
    int replicas,
    long memoryMax,
    String evictionPolicy) {

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

  /** Reads the answer to {@code INFO}, or a part of it. */
  static ServerFacts parse(String info) {
    Map<String, String> fields = new HashMap<>();
    info.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
              }
            });
    String run = fields.getOrDefault("run_id", "");
    String dataSet = fields.getOrDefault("master_replid", "");
    return new ServerFacts(
        fields.getOrDefault("redis_version", ""),
        run + " " + dataSet,
        run,
        dataSet,
        number(fields.getOrDefault("uptime_in_seconds", "0")),
        fields.getOrDefault("redis_mode", "standalone"),
        fields.getOrDefault("role", "master").equals("slave"),
        (int) fields.entrySet().stream().filter(ServerFacts::isReadyReplica).count(),
        number(fields.getOrDefault("maxmemory", "0")),
        fields.getOrDefault("maxmemory_policy", "noeviction"));
  }

  /** Such as {@code slave0:ip=10.0.0.7,port=6379,state=online,offset=4711,lag=0}. */
  private static boolean isReadyReplica(Map.Entry<String, String> field) {
    return field.getKey().matches("slave\\d+") && field.getValue().contains(",state=online,");
  }

  private static long number(String text) {
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  /** Whether the version is at least the given one. */
  boolean isAtLeast(int major, int minor) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return false;
    }
    int itsMajor = Integer.parseInt(parts.group(1));
    return itsMajor > major || (itsMajor == major && Integer.parseInt(parts.group(2)) >= minor);
  }

  /** Whether messages are to be kept within the shard: what a Cluster can from Redis 7 on. */
  boolean sharded() {
    return mode.equals("cluster") && isAtLeast(7, 0);
  }

  /** Whether it may throw away keys that have a time to live when its memory is full. */
  boolean mayEvict() {
    return memoryMax > 0 && !evictionPolicy.equals("noeviction");
  }
}
