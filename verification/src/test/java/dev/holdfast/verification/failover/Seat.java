package dev.holdfast.verification.failover;

import dev.holdfast.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who holds a lock, as the clients tell: never two at once, and with tokens that rise. */
final class Seat {

  private final String name;
  private final List<String> violations = new ArrayList<>();
  private @Nullable Lease last;
  private long highest;
  private int taken;

  Seat(String name) {
    this.name = name;
  }

  /** A client was given the lock. What it has lost before it says so takes no seat. */
  synchronized void take(Lease lease) {
    Lease before = last;
    if (!lease.isHeld()) {
      return;
    }
    if (before != null && before.isHeld()) {
      violations.add(
          "%s is held by %d and by %d"
              .formatted(name, before.fencingToken(), lease.fencingToken()));
    }
    if (lease.fencingToken() <= highest) {
      violations.add("%s has token %d after %d".formatted(name, lease.fencingToken(), highest));
    }
    highest = Math.max(highest, lease.fencingToken());
    last = lease;
    taken++;
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  synchronized int taken() {
    return taken;
  }
}
