package dev.holdfast.cli;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * What the library allows, so that the command refuses everything else in the words of its own
 * command line, before it starts a server or connects.
 */
final class Limits {

  static final Duration TTL_MIN = Duration.ofMillis(500);
  static final Duration TTL_MAX = Duration.ofHours(1);
  static final Duration LEASE_MIN = Duration.ofMillis(1);
  static final int NOTE_CHARACTERS_MAX = 256;
  static final int NAME_BYTES_MAX = 1_024;

  private Limits() {}

  static boolean allowsTtl(Duration ttl) {
    return ttl.compareTo(TTL_MIN) >= 0 && ttl.compareTo(TTL_MAX) <= 0;
  }

  static boolean allowsLease(Duration lease) {
    return lease.compareTo(LEASE_MIN) >= 0;
  }

  static boolean allowsNote(String note) {
    return note.length() <= NOTE_CHARACTERS_MAX;
  }

  static boolean allowsName(String name) {
    return !name.isEmpty() && bytes(name) <= NAME_BYTES_MAX;
  }

  static int bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }
}
