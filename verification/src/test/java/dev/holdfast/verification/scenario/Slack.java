package dev.holdfast.verification.scenario;

import java.time.Duration;

/**
 * What a busy machine may add to a time. The bounds of the library are for an idle one; the times
 * to live are chosen so that whoever waits for one of them is found out in spite of the slack.
 */
public final class Slack {

  /** Added to a bound that has to do with one or two round trips. */
  public static final Duration MACHINE = Duration.ofSeconds(2);

  /** For what should happen at once, and whose time is not the question. */
  public static final Duration LONG = Duration.ofSeconds(30);

  private Slack() {}

  /**
   * A bound with the machine's part.
   *
   * @param millis the bound on an idle machine
   * @return the bound here
   */
  public static Duration plus(long millis) {
    return MACHINE.plusMillis(millis);
  }
}
