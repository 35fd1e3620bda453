package dev.holdfast.testing.server;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the text that {@code INFO} answers. */
final class RedisInfo {

  private static final String STAT_PREFIX = "cmdstat_";
  private static final int MICRO_DIGITS = 6;

  private RedisInfo() {}

  static Map<String, String> parse(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    text.lines()
        .filter(line -> !line.startsWith("#") && line.contains(":"))
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              fields.put(line.substring(0, colon), line.substring(colon + 1));
            });
    return fields;
  }

  /** From {@code cmdstat_get:calls=3,usec=5,…} to {@code get -> 3}. */
  static Map<String, Long> calls(Map<String, String> commandStats) {
    Map<String, Long> calls = new LinkedHashMap<>();
    commandStats.forEach(
        (field, value) -> {
          if (field.startsWith(STAT_PREFIX)) {
            String first = value.substring(0, value.indexOf(','));
            calls.put(
                field.substring(STAT_PREFIX.length()),
                Long.valueOf(first.substring(first.indexOf('=') + 1)));
          }
        });
    return calls;
  }

  static long cpuMicros(Map<String, String> cpu) {
    BigDecimal user = new BigDecimal(cpu.get("used_cpu_user"));
    BigDecimal system = new BigDecimal(cpu.get("used_cpu_sys"));
    return user.add(system).movePointRight(MICRO_DIGITS).longValue();
  }
}
