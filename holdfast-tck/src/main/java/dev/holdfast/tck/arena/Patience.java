package dev.holdfast.tck.arena;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long tests wait for what must happen soon. Nothing is measured by it. */
public final class Patience {

  /** Longer than anything that must happen soon takes on a busy machine. */
  public static final Duration LIMIT = Duration.ofSeconds(10);

  private Patience() {}

  /**
   * Begins to wait for something.
   *
   * @param what what is waited for, for the message
   * @return to be completed with a condition
   */
  public static ConditionFactory await(String what) {
    return Awaitility.await(what)
        // Conditions ask what the calling thread owns.
        .pollInSameThread()
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5));
  }
}
