package dev.holdfast.testing.history;

import dev.holdfast.testing.history.Violation.Rule;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rules that the leases of one lock, of all processes together, must keep to. */
final class LeaseRules {

  private final String lock;
  private final List<ObservedLease> leases;
  private final List<ObservedLease> withToken;
  private final Consumer<Violation> violations;

  LeaseRules(String lock, List<ObservedLease> leases, Consumer<Violation> violations) {
    this.lock = lock;
    this.leases = leases;
    this.withToken = leases.stream().filter(ObservedLease::tokenKnown).toList();
    this.violations = violations;
  }

  void check() {
    tokensDiffer();
    confirmedLeasesExcludeEachOther();
    tokensRiseFromGrantToLaterRequest();
  }

  private void tokensDiffer() {
    Map<Long, ObservedLease> byToken = new HashMap<>();
    for (ObservedLease lease : withToken) {
      @Nullable ObservedLease other = byToken.put(lease.token(), lease);
      if (other != null) {
        report(Rule.TOKEN_UNIQUE, "twice the same token", other, lease);
      }
      if (lease.token() < 1) {
        report(Rule.TOKEN_UNIQUE, "a token below 1", lease, lease);
      }
    }
  }

  /**
   * Two confirmed leases that do not overlap were granted in the order in which they were entered,
   * so their tokens rise in that order.
   */
  private void confirmedLeasesExcludeEachOther() {
    List<ObservedLease> inOrder =
        leases.stream()
            .filter(ObservedLease::confirmed)
            .sorted(Comparator.comparingLong(ObservedLease::enterNanos))
            .toList();
    @Nullable ObservedLease longest = null;
    @Nullable ObservedLease highest = null;
    for (ObservedLease lease : inOrder) {
      if (longest != null && lease.enterNanos() < longest.lastValidNanos()) {
        report(Rule.EXCLUSION, "valid at the same time", longest, lease);
      }
      longest = longest == null || later(lease, longest) ? lease : longest;
      if (!lease.tokenKnown()) {
        continue;
      }
      if (highest != null && lease.token() < highest.token()) {
        report(Rule.TOKEN_RISING, "entered later with a lower token", highest, lease);
      }
      highest = highest == null || lease.token() > highest.token() ? lease : highest;
    }
  }

  private static boolean later(ObservedLease lease, ObservedLease than) {
    return lease.lastValidNanos() > than.lastValidNanos();
  }

  /**
   * This one needs no confirmation: a lease that was asked for after another one had been got was
   * granted later, whether that one was still valid or not.
   */
  private void tokensRiseFromGrantToLaterRequest() {
    List<ObservedLease> byEnter =
        withToken.stream().sorted(Comparator.comparingLong(ObservedLease::enterNanos)).toList();
    List<ObservedLease> byRequest =
        withToken.stream().sorted(Comparator.comparingLong(ObservedLease::requestNanos)).toList();
    @Nullable ObservedLease highest = null;
    int next = 0;
    for (ObservedLease lease : byRequest) {
      while (byEnter.get(next).enterNanos() < lease.requestNanos()) {
        ObservedLease before = byEnter.get(next);
        highest = highest == null || before.token() > highest.token() ? before : highest;
        next++;
      }
      if (highest != null && lease.token() < highest.token()) {
        report(Rule.TOKEN_RISING, "asked for later and has a lower token", highest, lease);
      }
    }
  }

  private void report(Rule rule, String what, ObservedLease first, ObservedLease second) {
    violations.accept(
        new Violation(rule, "lock %s: %s: %s and %s".formatted(lock, what, first, second)));
  }
}
