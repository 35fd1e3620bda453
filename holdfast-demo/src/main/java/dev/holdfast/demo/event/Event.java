package dev.holdfast.demo.event;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Something that has happened, by the clock of this machine, which its processes share.
 *
 * @param micros since 1970
 * @param lane the process or server
 * @param what it was
 * @param detail what belongs to it, or nothing
 */
public record Event(long micros, String lane, What what, String detail) {

  /** What happens now. */
  public static Event now(String lane, What what, String detail) {
    return new Event(nowMicros(), lane, what, detail);
  }

  /** The time now. */
  public static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** The line by which a worker reports it; the lane is the worker. */
  public String line() {
    return micros + " " + what + " " + detail;
  }

  /**
   * Reads such a line.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Event parse(String lane, String line) {
    String[] words = line.split(" ", 3);
    if (words.length < 3) {
      throw new IllegalArgumentException("Not an event: " + line);
    }
    return new Event(Long.parseLong(words[0]), lane, What.valueOf(words[1]), words[2]);
  }

  /** One of the numbers in the detail. */
  public long number(int index) {
    return Long.parseLong(detail.split(" ", -1)[index]);
  }
}
