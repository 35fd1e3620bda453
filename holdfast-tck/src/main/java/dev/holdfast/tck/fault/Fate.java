package dev.holdfast.tck.fault;

import java.time.Duration;

/**
 * What happens to one call or message on its way.
 *
 * @param arrives whether it reaches the other side
 * @param answered whether an answer finds its way back; meaningless if it does not arrive, and for
 *     messages
 * @param there how long the way there takes
 * @param back how long the way back takes
 */
public record Fate(boolean arrives, boolean answered, Duration there, Duration back) {

  /** Nothing goes wrong and nothing takes time. */
  public static final Fate GOOD = new Fate(true, true, Duration.ZERO, Duration.ZERO);

  /** The call is lost. */
  public static final Fate LOST = new Fate(false, false, Duration.ZERO, Duration.ZERO);

  /** The call is carried out, its answer is lost. */
  public static final Fate ANSWER_LOST = new Fate(true, false, Duration.ZERO, Duration.ZERO);

  /**
   * Nothing goes wrong but the way there takes long.
   *
   * @param there how long
   * @return the fate
   */
  public static Fate late(Duration there) {
    return new Fate(true, true, there, Duration.ZERO);
  }

  /**
   * Nothing goes wrong but the way back takes long.
   *
   * @param back how long
   * @return the fate
   */
  public static Fate answeredLate(Duration back) {
    return new Fate(true, true, Duration.ZERO, back);
  }
}
