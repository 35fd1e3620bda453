package dev.holdfast;

/**
 * Told who leads an election: see {@link LeaderElection#observe}. One call at a time, on the
 * client's callback executor; an exception that it throws is logged.
 */
@FunctionalInterface
public interface LeaderListener {

  /**
   * A term is seen for the first time.
   *
   * @param leader who leads
   */
  void onLeader(Leader leader);

  /** Nobody leads. */
  default void onVacancy() {}

  /**
   * The store can't tell who leads. Told once until it can again; then whoever leads is told anew.
   *
   * @param failure why
   */
  default void onUnknown(HoldfastException failure) {}
}
