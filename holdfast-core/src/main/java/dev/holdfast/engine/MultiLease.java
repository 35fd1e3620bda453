package dev.holdfast.engine;

import dev.holdfast.Lease;
import dev.holdfast.LossReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Several leases as one: held as long as all of them are, given back together. */
final class MultiLease implements Lease {

  private final String name;
  private final List<LeaseHandle> leases;

  MultiLease(String name, List<LeaseHandle> leases) {
    this.name = name;
    this.leases = List.copyOf(leases);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long fencingToken() {
    throw new UnsupportedOperationException(
        "A lease of several locks has a fencing token for each of them, which are in no order to"
            + " each other: ask fencingToken(lockName), one of "
            + name);
  }

  @Override
  public long fencingToken(String lockName) {
    List<LeaseHandle> named =
        leases.stream().filter(lease -> lease.name().equals(lockName)).toList();
    if (named.size() != 1) {
      throw new IllegalArgumentException(
          "This lease holds "
              + (named.isEmpty() ? "no lock" : "locks of several clients")
              + " named '"
              + lockName
              + "'; it holds "
              + name);
    }
    return named.get(0).fencingToken();
  }

  @Override
  public List<Lease> members() {
    return leases.stream().<Lease>map(MemberLease::new).toList();
  }

  @Override
  public boolean isHeld() {
    return leases.stream().allMatch(Lease::isHeld);
  }

  @Override
  public Duration remaining() {
    return weakest().remaining();
  }

  @Override
  public void requireRemaining(Duration atLeast) {
    // The failure then names the lock that is over, or over first.
    weakest().requireRemaining(atLeast);
  }

  private Lease weakest() {
    return Collections.min(leases, Comparator.comparing(Lease::remaining));
  }

  @Override
  public void onLost(Runnable listener) {
    Objects.requireNonNull(listener, "listener");
    AtomicBoolean told = new AtomicBoolean();
    Runnable once =
        () -> {
          if (told.compareAndSet(false, true)) {
            listener.run();
          }
        };
    leases.forEach(lease -> lease.onLost(once));
  }

  @Override
  public Optional<LossReason> lossReason() {
    return leases.stream().flatMap(lease -> lease.lossReason().stream()).findFirst();
  }

  @Override
  public void close() {
    List<Runnable> outcomes = new ArrayList<>();
    for (int i = leases.size() - 1; i >= 0; i--) {
      outcomes.add(leases.get(i).beginClose());
    }
    MultiOutcome.report(outcomes);
  }

  @Override
  public String toString() {
    return "Lease[" + name + (isHeld() ? ", held]" : ", over]");
  }

  /** One lease of several, to be looked at. */
  private record MemberLease(LeaseHandle lease) implements Lease {

    @Override
    public String name() {
      return lease.name();
    }

    @Override
    public long fencingToken() {
      return lease.fencingToken();
    }

    @Override
    public boolean isHeld() {
      return lease.isHeld();
    }

    @Override
    public Duration remaining() {
      return lease.remaining();
    }

    @Override
    public void requireRemaining(Duration atLeast) {
      lease.requireRemaining(atLeast);
    }

    @Override
    public void onLost(Runnable listener) {
      lease.onLost(listener);
    }

    @Override
    public Optional<LossReason> lossReason() {
      return lease.lossReason();
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException(
          "The lease of '" + name() + "' is one of several that were taken together: close those");
    }

    @Override
    public String toString() {
      return lease.toString();
    }
  }
}
