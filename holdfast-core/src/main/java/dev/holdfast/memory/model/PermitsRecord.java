package dev.holdfast.memory.model;

import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsAnswer.Outcome;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.RequestId;
import java.util.ArrayDeque;
import java.util.Deque;

/** How many permits a semaphore has, and by which changes, of which one may come again. */
final class PermitsRecord {

  private final Deque<RequestId> changes = new ArrayDeque<>();
  private int capacity;

  PermitsRecord(PermitsChange first) {
    capacity = first.permits();
    remember(first.id());
  }

  int capacity() {
    return capacity;
  }

  /** Carries out a change of what is set. */
  PermitsAnswer change(PermitsChange change) {
    if (changes.contains(change.id())) {
      return new PermitsAnswer(Outcome.CHANGED, capacity);
    }
    if (change.action() == PermitsChange.Action.SET) {
      return new PermitsAnswer(Outcome.ALREADY_SET, capacity);
    }
    long sum = (long) capacity + change.permits();
    if (sum < 0 || sum > Integer.MAX_VALUE) {
      return new PermitsAnswer(Outcome.OUT_OF_RANGE, capacity);
    }
    capacity = (int) sum;
    remember(change.id());
    return new PermitsAnswer(Outcome.CHANGED, capacity);
  }

  private void remember(RequestId id) {
    changes.addFirst(id);
    if (changes.size() > PermitsChange.REMEMBERED) {
      changes.removeLast();
    }
  }
}
