package dev.holdfast.engine;

import dev.holdfast.spi.DurationText;
import java.time.Duration;
import java.util.Optional;

/**
 * The options of one view of a lock.
 *
 * @param fair strict order
 * @param leaseTime the bound of leases, unless a method names another
 * @param note the text for people
 */
record LockOptions(boolean fair, Optional<Duration> leaseTime, String note) {

  static final LockOptions NONE = new LockOptions(false, Optional.empty(), "");
  static final int NOTE_MAX = 256;

  LockOptions {
    leaseTime = leaseTime.map(Waits::checkedLeaseTime);
    if (note.length() > NOTE_MAX) {
      throw new IllegalArgumentException(
          "A note has at most " + NOTE_MAX + " characters; this one has " + note.length());
    }
  }

  /** What differs from the defaults, to stand behind other text; empty when nothing does. */
  String inWords() {
    return (fair ? ", fair" : "")
        + leaseTime.map(time -> ", lease time " + DurationText.of(time)).orElse("");
  }
}
