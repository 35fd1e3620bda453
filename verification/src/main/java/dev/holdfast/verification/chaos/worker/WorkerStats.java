package dev.holdfast.verification.chaos.worker;

import java.util.concurrent.atomic.AtomicLong;

/** What a worker counts, and its text form for the run that started it. */
public final class WorkerStats {

  /**
   * The counts at one moment.
   *
   * @param requests requests that have begun
   * @param leases leases that were got
   * @param handedOn how many of those whose token is known came from a thread of the same process
   * @param losses leases of which the client said that they are lost
   * @param accepted guarded writes that were accepted
   * @param stale guarded reads and writes that were refused
   */
  public record Snapshot(
      long requests, long leases, long handedOn, long losses, long accepted, long stale) {

    /** Nothing yet. */
    public static final Snapshot ZERO = new Snapshot(0, 0, 0, 0, 0, 0);

    /**
     * Adds another worker's.
     *
     * @param other its counts
     * @return the sums
     */
    public Snapshot plus(Snapshot other) {
      return new Snapshot(
          requests + other.requests,
          leases + other.leases,
          handedOn + other.handedOn,
          losses + other.losses,
          accepted + other.accepted,
          stale + other.stale);
    }

    /**
     * Reads what a worker has written.
     *
     * @param words the six numbers
     * @return the counts
     */
    public static Snapshot parse(String words) {
      String[] numbers = words.split(" ", -1);
      return new Snapshot(
          Long.parseLong(numbers[0]),
          Long.parseLong(numbers[1]),
          Long.parseLong(numbers[2]),
          Long.parseLong(numbers[3]),
          Long.parseLong(numbers[4]),
          Long.parseLong(numbers[5]));
    }

    @Override
    public String toString() {
      return "%d %d %d %d %d %d".formatted(requests, leases, handedOn, losses, accepted, stale);
    }
  }

  private static final long HANDOFF_MASK = 1_023;

  final AtomicLong requests = new AtomicLong();
  final AtomicLong leases = new AtomicLong();
  final AtomicLong handedOn = new AtomicLong();
  final AtomicLong losses = new AtomicLong();
  final AtomicLong accepted = new AtomicLong();
  final AtomicLong stale = new AtomicLong();

  WorkerStats() {}

  void got(Held held) {
    leases.incrementAndGet();
    if (held.tokenKnown() && (held.token() & HANDOFF_MASK) != 0) {
      handedOn.incrementAndGet();
    }
  }

  Snapshot snapshot() {
    return new Snapshot(
        requests.get(), leases.get(), handedOn.get(), losses.get(), accepted.get(), stale.get());
  }
}
