package dev.holdfast.benchmarks.measure;

/**
 * One turn of one contestant.
 *
 * @param clients what its processes did
 * @param server what its server used for it
 * @param handoffs how the lock travelled between processes; empty where that is not looked at
 */
public record Round(SliceResult clients, ServerUse server, Handoffs handoffs) {

  /**
   * CPU time of the server.
   *
   * @return microseconds per cycle
   */
  public double serverMicrosPerCycle() {
    return (double) server.cpuMicros() / clients.cycles();
  }

  /**
   * CPU time of the processes.
   *
   * @return microseconds per cycle
   */
  public double clientMicrosPerCycle() {
    return clients.use().cpuNanos() / 1e3 / clients.cycles();
  }

  /**
   * Puts another turn of the same contestant behind this one.
   *
   * @param other the other one
   * @return both together
   */
  public Round plus(Round other) {
    Handoffs all = new Handoffs();
    all.add(handoffs);
    all.add(other.handoffs);
    return new Round(
        clients.plus(other.clients, /* sameSlice= */ false), server.plus(other.server), all);
  }
}
