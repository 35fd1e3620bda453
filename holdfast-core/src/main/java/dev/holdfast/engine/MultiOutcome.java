package dev.holdfast.engine;

import dev.holdfast.LockLostException;
import java.util.ArrayList;
import java.util.List;

/** Hears the outcomes of releases that were all begun, and throws one failure for all. */
final class MultiOutcome {

  private MultiOutcome() {}

  /**
   * Hears every outcome, whatever the others are.
   *
   * @throws RuntimeException a loss if there is one, else the first failure; it names its lock, and
   *     has the others as suppressed ones
   */
  static void report(List<Runnable> outcomes) {
    List<RuntimeException> failures = new ArrayList<>();
    for (Runnable outcome : outcomes) {
      try {
        outcome.run();
      } catch (RuntimeException failure) {
        failures.add(failure);
      }
    }
    if (failures.isEmpty()) {
      return;
    }
    RuntimeException worst =
        failures.stream()
            .filter(LockLostException.class::isInstance)
            .findFirst()
            .orElse(failures.get(0));
    failures.stream().filter(failure -> failure != worst).forEach(worst::addSuppressed);
    throw worst;
  }
}
