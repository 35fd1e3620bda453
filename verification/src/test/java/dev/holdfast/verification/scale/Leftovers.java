package dev.holdfast.verification.scale;

import dev.holdfast.testing.server.RawRedis;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a Redis server still has, beyond the documented constant keys. */
final class Leftovers {

  private static final Set<String> CONSTANT_KEYS = Set.of("{hf:0}:s", "{hf:0}:i", "{hf:0}:v");

  private Leftovers() {}

  /** All keys that are not constant ones. */
  static Set<String> of(RawRedis raw) {
    Set<String> keys = new TreeSet<>();
    String cursor = "0";
    do {
      List<?> page = (List<?>) raw.command("SCAN", cursor, "COUNT", "1000");
      cursor = String.valueOf(page.get(0));
      ((List<?>) page.get(1)).forEach(key -> keys.add(String.valueOf(key)));
    } while (!cursor.equals("0"));
    keys.removeAll(CONSTANT_KEYS);
    return keys;
  }
}
